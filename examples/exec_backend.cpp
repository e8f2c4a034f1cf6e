// A backend of samebits in C++17, without any library: add, mul and sum of binary32.
//
//     c++ -O2 -std=c++17 -ffp-contract=off exec_backend.cpp -o exec_backend
//     samebits certify --backend exec:./exec_backend --op add --op mul --op sum --format f32
// docs/host-protocol.md describes all messages between a judge and a host.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <vector>
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "messages and arrays are little endian");

struct Value {                 // a JSON value
    char kind = ' ';           // '{', '[', '"', the first character of a word or number, or ' '
    std::string name, text;    // its name in an object; the text, number or word itself
    std::vector<Value> items;  // the items of a list, or the members of an object
    const Value& operator[](const char* wanted) const {
        static const Value none;
        for (const Value& item : items)
            if (item.name == wanted) return item;
        return none;
    }
    long number() const { return std::strtol(text.c_str(), nullptr, 10); }
    bool integer() const { return kind != '"' && text == std::to_string(number()); }
    std::vector<long> numbers() const {
        std::vector<long> all;
        for (const Value& item : items) all.push_back(item.number());
        return all;
    }
};

Value read(const char*& at) {  // the judge sends well-formed JSON only
    Value found;
    found.kind = *at;
    if (*at == '{' || *at == '[') {
        for (++at, at += std::strspn(at, " \n\r\t,:"); *at && *at != '}' && *at != ']';) {
            const std::string name = found.kind == '{' ? read(at).text : "";
            found.items.push_back(read(at));
            found.items.back().name = name;
        }
        at += *at != 0;
    } else if (*at == '"') {  // this program compares plain ASCII only, without escapes
        const char* const from = ++at;
        while (*at && *at != '"') at += *at == '\\' && at[1] ? 2 : 1;
        found.text.assign(from, *at ? at++ : at);
    } else at += (found.text = std::string(at, std::strcspn(at, " \n\r\t,]}"))).size();
    at += std::strspn(at, " \n\r\t,:");
    return found;
}

struct Mapping {  // maps memory that is shared with the judge, for one request
    std::size_t size;
    void* base;
    Mapping(const Value& file, const Value& bytes, int protection) : size(bytes.number()) {
        base = mmap(nullptr, size, protection, MAP_SHARED, file.number(), 0);
        if (base == MAP_FAILED) std::perror("mmap"), std::abort();
    }
    ~Mapping() { munmap(base, size); }
};

struct Array {  // it may start at any address
    char* first;
    std::vector<long> shape, strides;
    Array(const Mapping& memory, const Value& json) : first(static_cast<char*>(memory.base)) {
        first += json["at"].number();
        shape = json["shape"].numbers(), strides = json["strides"].numbers();
    }
    // Offsets in row-major order (clause T2) along all axes, or along axes marked with `chosen`.
    std::vector<long> offsets(const std::vector<bool>& axes = {}, bool chosen = true) const {
        std::vector<long> all{0};
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            if (!axes.empty() && axes[axis] != chosen) continue;
            std::vector<long> longer;
            for (long from : all)
                for (long i = 0; i < shape[axis]; ++i) longer.push_back(from + i * strides[axis]);
            all.swap(longer);
        }
        return all;
    }
    void load(long at, float& value) const { std::memcpy(&value, first + at, sizeof value); }
    void store(long at, float value) const {
        std::uint32_t bits = 0x7fc00000;  // clause S1: every NaN result is the canonical one
        if (value == value) std::memcpy(&bits, &value, sizeof bits);
        std::memcpy(first + at, &bits, sizeof bits);
    }
};

float tree(const float* x, std::size_t n) {  // clause T1: split at the largest power of 2 below n
    std::size_t half = 1;
    while (2 * half < n) half *= 2;
    return n == 0 ? 0 : n == 1 ? *x : tree(x, half) + tree(x + half, n - half);
}

void compute(const std::string& op, const std::vector<Array>& x, const Array& result,
             const std::vector<bool>& reduced) {
    const auto places = result.offsets(), leaves = x[0].offsets(reduced);
    const auto first = x[0].offsets(reduced, false), last = x.back().offsets(reduced, false);
    std::vector<float> terms(op == "sum" ? leaves.size() : 2);
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t n = 0; n < leaves.size(); ++n) x[0].load(first[i] + leaves[n], terms[n]);
        if (op != "sum") x[1].load(last[i], terms[1]);
        result.store(places[i],
                     op == "mul" ? terms[0] * terms[1] : tree(terms.data(), terms.size()));
    }
}

bool f32s(const Value& list, std::size_t count) {  // a list of formats or arrays
    bool all = list.items.size() == count;
    for (const Value& x : list.items) all = all && (x.kind == '{' ? x["format"] : x).text == "f32";
    return all;
}

int operands(const std::string& op) { return op == "sum" ? 1 : op == "add" || op == "mul" ? 2 : 0; }
bool known(const Value& call) {
    const int n = operands(call["op"].text);
    return n && call["version"].text == "1" && f32s(call["inputs"], n) && f32s(call["outputs"], 1);
}

// Whether a call is valid (clauses C2 and A1); sets `reduced` to the axes that a sum reduces.
bool is_right(const Value& run, std::vector<bool>& reduced) {
    const Value &call = run["call"], &attributes = call["attributes"], &axes = attributes["axes"];
    const Value &x = run["operands"], &made = run["results"];
    const char keeps = attributes["keepdims"].kind;  // t: true, f: false
    const std::size_t n = operands(call["op"].text);
    if (!known(call) || !f32s(x, n) || !f32s(made, 1)) return false;
    std::vector<long> shape = x.items[0]["shape"].numbers();
    const long rank = shape.size();
    if (attributes.items.size() != (n == 1 ? 2 : 0)) return false;
    if (n == 2 && x.items[1]["shape"].numbers() != shape) return false;
    if (n == 1 && !(std::strchr("tf", keeps) && std::strchr("[n", axes.kind))) return false;
    reduced.assign(rank, axes.kind == 'n');  // null: every axis
    for (const Value& each : axes.items) {
        const long axis = each.number() + (each.number() < 0 ? rank : 0);
        if (!each.integer() || axis < 0 || axis >= rank || reduced[axis]) return false;
        reduced[axis] = true;
    }
    for (long axis = rank; axis-- > 0;)
        if (reduced[axis] && (shape[axis] = 1, keeps == 'f')) shape.erase(shape.begin() + axis);
    return made.items[0]["shape"].numbers() == shape;
}

Value hello;  // the first request of this session
std::string run(const Value& request) {
    const Mapping given(hello["operands"], request["operand_bytes"], PROT_READ);
    const Mapping made(hello["results"], request["result_bytes"], PROT_NONE);
    for (const Value& asked : request["jobs"].items.at(0).items) {
        std::vector<bool> reduced;
        if (!is_right(asked, reduced)) return R"({"error":"the call is an error, see clause C2"})";
        std::vector<Array> x;
        for (const Value& each : asked["operands"].items) x.emplace_back(given, each);
        const Array result(made, asked["results"].items.at(0));
        const auto places = result.offsets();
        if (places.empty()) continue;
        // Only the pages of this result are writable: a store far outside ends this program.
        const auto [low, high] = std::minmax_element(places.begin(), places.end());
        char* const start = result.first + *low;
        const long lead = reinterpret_cast<std::uintptr_t>(start) % hello["page"].number();
        mprotect(start - lead, lead + *high - *low + sizeof(float), PROT_READ | PROT_WRITE);
        compute(asked["call"]["op"].text, x, result, reduced);
    }
    return R"({"ok":{}})";
}

std::string answer(const Value& request) {
    const std::string wish = request["do"].text;
    if (wish == "hello")
        return hello = request,
               R"({"ok":{"protocol":1,"name":"exec","version":"0.1",)"
               R"("devices":[{"name":"cpu","description":"one thread, in C++"}]}})";
    if (wish == "open") return R"({"ok":{"abilities":[]}})";
    if (wish == "supports") {
        std::string all;
        for (const Value& call : request["calls"].items)
            all += known(call) ? R"({"supported":true},)" : R"({"supported":false,"reason":"no"},)";
        return R"({"ok":{"answers":[)" + all.substr(0, all.size() - 1) + "]}}";
    }
    if (wish == "environment")
        return R"({"ok":{"environment":{"compiler":")" __VERSION__ R"(",)"
               R"("flags":"-O2 -std=c++17 -ffp-contract=off"}}})";
    if (wish == "run") return run(request);
    return wish == "close" ? R"({"ok":{}})" : R"({"error":"this host does not do that"})";
}

int main() {
    for (std::uint32_t size; std::fread(&size, sizeof size, 1, stdin) == 1;) {
        std::string body(size, ' ');
        if (std::fread(&body[0], 1, size, stdin) != size) break;
        const char* at = body.c_str();
        const Value request = read(at);
        std::string said = answer(request);
        said.insert(1, R"("number":)" + request["number"].text + ",");  // the number of the request
        size = said.size();
        std::fwrite(&size, sizeof size, 1, stdout);
        std::fwrite(said.data(), 1, size, stdout);
        std::fflush(stdout);
    }
}
