// A backend of samebits in C++17, without any library: add, mul and sum of binary32.
//
//     c++ -O2 -std=c++17 -ffp-contract=off exec_backend.cpp -o exec_backend
//     samebits certify --backend exec:./exec_backend --op add --op mul --op sum --format f32
//
// docs/host-protocol.md has all that a judge and a host say to each other.
#include <algorithm>
#include <cfenv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <vector>

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "messages and arrays are little endian");

struct Value {                 // of JSON
    char kind = 0;             // '{', '[', '"', or the first letter of a number or a word; 0: none
    std::string name, text;    // of a member of an object; of a text, a number or a word
    std::vector<Value> items;  // of a list; the members of an object
    const Value& operator[](const char* wanted) const {
        static const Value none;
        for (const Value& item : items) if (item.name == wanted) return item;
        return none;
    }
    long number() const { return std::strtol(text.c_str(), nullptr, 10); }
    std::vector<long> numbers() const {  // of a list; of a number itself; otherwise none
        std::vector<long> all;
        if (kind == '-' || (kind >= '0' && kind <= '9')) all.push_back(number());
        for (const Value& item : items) all.push_back(item.number());
        return all;
    }
};

struct Reader {  // of JSON that is well-formed, as the judge's is
    const char* at;
    void skip() { at += std::strspn(at, " \n\r\t,:"); }
    std::string quoted() {  // what this program compares is plain ASCII, without escapes
        const char* from = ++at;
        while (*at && *at != '"') at += *at == '\\' && at[1] ? 2 : 1;
        return std::string(from, *at ? at++ : at);
    }
    Value value() {
        Value found;
        skip();
        found.kind = *at;
        if (*at == '"') found.text = quoted();
        else if (*at == '{' || *at == '[') {
            for (++at, skip(); *at && *at != '}' && *at != ']'; skip()) {
                const std::string name = found.kind == '{' ? quoted() : "";
                found.items.push_back(value());
                found.items.back().name = name;
            }
            if (*at) ++at;
        } else
            at += (found.text = std::string(at, std::strcspn(at, " \n\r\t,]}"))).size();
        return found;
    }
};

struct Mapping {  // of a memory that the judge shares, while a call runs
    std::size_t size;
    void* base;
    Mapping(int file, std::size_t size, int protection)
        : size(size), base(mmap(nullptr, size, protection, MAP_SHARED, file, 0)) {
        if (base == MAP_FAILED) std::perror("mmap"), std::abort();
    }
    ~Mapping() { munmap(base, size); }
};

struct Array {
    char* first;
    std::vector<long> shape, strides;
    Array(const Mapping& memory, const Value& json)
        : first(static_cast<char*>(memory.base) + json["at"].number()),
          shape(json["shape"].numbers()), strides(json["strides"].numbers()) {}
    // Offsets of elements from the first, in row-major order (clause T2): along all axes, or some.
    std::vector<long> offsets(const std::vector<bool>& chosen = {}) const {
        std::vector<long> all{0};
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            if (!chosen.empty() && !chosen[axis]) continue;
            std::vector<long> longer;
            for (long from : all)
                for (long i = 0; i < shape[axis]; ++i) longer.push_back(from + i * strides[axis]);
            all.swap(longer);
        }
        return all;
    }
    float load(long offset) const {  // an array may start at any address
        float value;
        std::memcpy(&value, first + offset, sizeof value);
        return value;
    }
    void store(long offset, float value) const {
        std::uint32_t bits = 0x7fc00000;  // clause S1: every NaN result is the canonical one
        if (value == value) std::memcpy(&bits, &value, sizeof bits);
        std::memcpy(first + offset, &bits, sizeof bits);
    }
};

float tree(std::vector<float> level) {  // clause T1: adjacent pairs, an odd last one promoted
    if (level.empty()) return 0;
    for (std::size_t n = level.size(); n > 1; n = (n + 1) / 2) {
        for (std::size_t i = 0; i < n / 2; ++i) level[i] = level[2 * i] + level[2 * i + 1];
        if (n % 2) level[n / 2] = level[n - 1];
    }
    return level[0];
}

void sum(const Value& axes, const Array& x, const Array& result) {
    std::vector<bool> reduced(x.shape.size(), axes.text == "null"), kept;  // null: every axis
    for (long axis : axes.numbers()) reduced[axis < 0 ? axis + reduced.size() : axis] = true;
    for (bool each : reduced) kept.push_back(!each);
    const auto slices = x.offsets(kept), leaves = x.offsets(reduced), places = result.offsets();
    for (std::size_t i = 0; i < slices.size(); ++i) {
        std::vector<float> values;
        for (long leaf : leaves) values.push_back(x.load(slices[i] + leaf));
        result.store(places[i], tree(values));
    }
}

void elementwise(bool adds, const Array& a, const Array& b, const Array& result) {
    const auto left = a.offsets(), right = b.offsets(), places = result.offsets();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const float x = a.load(left[i]), y = b.load(right[i]);
        result.store(places[i], adds ? x + y : x * y);
    }
}

Value hello;  // the request that began this session
std::string run(const Value& request) {
    const Mapping given(hello["operands"].number(), request["operand_bytes"].number(), PROT_READ);
    const Mapping made(hello["results"].number(), request["result_bytes"].number(), PROT_NONE);
    for (const Value& asked : request["jobs"].items.at(0).items) {
        const Value& call = asked["call"];
        std::vector<Array> x;
        for (const Value& each : asked["operands"].items) x.emplace_back(given, each);
        const Array result(made, asked["results"].items.at(0));
        const auto places = result.offsets();
        if (places.empty()) continue;
        // Only the pages of results can be written: a store far beside them ends this program.
        const auto [low, high] = std::minmax_element(places.begin(), places.end());
        char* const start = result.first + *low;
        const long lead = reinterpret_cast<std::uintptr_t>(start) % hello["page"].number();
        if (mprotect(start - lead, lead + *high - *low + sizeof(float), PROT_READ | PROT_WRITE))
            return R"({"error":"the memory of results cannot be protected"})";
        std::fenv_t callers;  // clause S5: whatever the environment is, compute in the default one
        std::fegetenv(&callers), std::fesetenv(FE_DFL_ENV);
        if (call["op"].text == "sum") sum(call["attributes"]["axes"], x.at(0), result);
        else elementwise(call["op"].text == "add", x.at(0), x.at(1), result);
        std::fesetenv(&callers);
    }
    return R"({"ok":{}})";
}

std::string supports(const Value& calls) {
    std::string answers;
    for (const Value& call : calls.items) {
        const std::string op = call["op"].text;
        bool can = call["version"].number() == 1 && (op == "add" || op == "mul" || op == "sum");
        for (const char* side : {"inputs", "outputs"})
            for (const Value& format : call[side].items) can = can && format.text == "f32";
        answers += answers.empty() ? "" : ",";
        answers += can ? R"({"supported":true})" : R"({"supported":false,"reason":"not yet"})";
    }
    return R"({"ok":{"answers":[)" + answers + "]}}";
}

std::string answer(const Value& request) {
    const std::string wish = request["do"].text;
    if (wish == "hello") {
        hello = request;
        return R"({"ok":{"protocol":1,"name":"exec","version":"0.1",)"
               R"("devices":[{"name":"cpu","description":"one thread, in C++"}]}})";
    }
    if (wish == "open") return R"({"ok":{"abilities":[]}})";
    if (wish == "supports") return supports(request["calls"]);
    if (wish == "environment")
        return R"({"ok":{"environment":{"compiler":")" __VERSION__ R"(",)"
               R"("flags":"-O2 -std=c++17 -ffp-contract=off"}}})";
    if (wish == "run") return run(request);
    if (wish == "close") return R"({"ok":{}})";
    return R"({"error":"this host does not do that"})";
}

int main() {
    for (std::uint32_t size; std::fread(&size, sizeof size, 1, stdin) == 1;) {
        std::string body(size, ' ');
        if (std::fread(&body[0], 1, size, stdin) != size) break;
        const Value request = Reader{body.c_str()}.value();
        std::string said = answer(request);
        said.insert(1, R"("number":)" + request["number"].text + ",");  // the request it answers
        size = said.size();
        std::fwrite(&size, sizeof size, 1, stdout);
        std::fwrite(said.data(), 1, size, stdout);
        std::fflush(stdout);
    }
}
