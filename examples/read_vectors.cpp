// Reads golden vectors of samebits in C++17, without a library, and tests a function with them:
//     c++ -O2 -std=c++17 read_vectors.cpp -o read_vectors && ./read_vectors ../vectors/data/sqrt
// vectors/README.md describes the files. Cases with drawn operands, or with only a digest, are
// counted and skipped. SHA-256 digests are not compared, only the checksum of each zlib stream.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

using Size = std::size_t;

// The tested function, on bits of binary32: operands to result. Replace it by your own.
std::uint32_t function(const std::vector<std::uint32_t>& operands) {
    float x;
    std::memcpy(&x, &operands[0], sizeof x);
    x = std::sqrt(x);
    std::uint32_t bits = 0x7fc00000;  // clause S1: every NaN result is the canonical one
    if (x == x) std::memcpy(&bits, &x, sizeof bits);
    return bits;
}

struct Inflate {  // a zlib stream (RFC 1950) of deflated data (RFC 1951)
    std::string in, out;
    Size bit = 16;  // the next bit; the header is not needed
    Size take(Size count) {  // reads `count` bits, the lowest bit first
        Size found = 0;
        for (Size i = 0; i < count; ++i, ++bit) found |= (in.at(bit / 8) >> bit % 8 & Size(1)) << i;
        return found;
    }
    Size symbol(const std::vector<Size>& lengths) {  // by its canonical code
        for (Size length = 1, word = take(1), next = 0;; ++length, next *= 2) {
            for (Size each = 0; each < lengths.size(); ++each)
                if (lengths[each] == length && next++ == word) return each;
            word = 2 * word + take(1);
        }
    }
    void block(const std::vector<Size>& literals, const std::vector<Size>& distances) {
        for (Size s; (s = symbol(literals)) != 256;) {
            if (s < 256) { out += static_cast<char>(s); continue; }
            const Size wide = s < 265 || s == 285 ? 0 : (s - 261) / 4;
            Size length = s < 265 ? s - 254 : s == 285 ? 258 : 3 + ((4 + (s - 1) % 4) << wide);
            length += take(wide);
            const Size d = symbol(distances), far = d < 4 ? 0 : d / 2 - 1;
            const Size back = (d < 4 ? d : (2 + d % 2) << far) + 1 + take(far);
            while (length--) out += out.at(out.size() - back);
        }
    }
    void coded() {  // a block that begins with its code lengths
        const Size literals = 257 + take(5), all = literals + 1 + take(5), count = 4 + take(4);
        std::vector<Size> first(19), sizes;
        for (Size i = 0; i < count; ++i)
            first["\20\21\22\0\10\7\11\6\12\5\13\4\14\3\15\2\16\1\17"[i]] = take(3);
        while (sizes.size() < all) {
            const Size s = symbol(first), kind = s < 16 ? 0 : s - 15;  // 16 to 18 repeat a length
            const Size length = s < 16 ? s : s == 16 ? sizes.at(sizes.size() - 1) : 0;
            sizes.insert(sizes.end(), "\1\3\3\13"[kind] + take("\0\2\3\7"[kind]), length);
        }
        const auto middle = sizes.begin() + literals;
        block({sizes.begin(), middle}, {middle, sizes.end()});
    }
    std::string all() {
        std::vector<Size> fixed(144, 8);
        fixed.resize(256, 9), fixed.resize(280, 7), fixed.resize(288, 8);
        for (Size last = 0; !last;) {
            const Size kind = (last = take(1), take(2));
            if (kind == 2) coded();
            else if (kind == 1) block(fixed, std::vector<Size>(30, 5));
            else {  // stored bytes, after their count and its complement
                const Size size = (bit = (bit + 7) / 8 * 8, take(32) & 0xffff);
                out += in.substr(bit / 8, size), bit += 8 * size;
            }
        }
        Size a = 1, b = 0, sum = 0;
        for (unsigned char byte : out) a = (a + byte) % 65521, b = (b + a) % 65521;
        for (Size at = (bit + 7) / 8, i = 0; i < 4; ++i) sum = sum << 8 | (in.at(at + i) & 255);
        if (sum != (b << 16 | a)) throw std::runtime_error("a checksum is another one");
        return out;
    }
};

struct Json {
    std::string text;                // the text, number or word itself
    std::vector<std::string> names;  // the names of the members of an object
    std::vector<Json> items;         // the members of an object, or of a list
    Json(const std::string& in, Size& at) {  // reads a value, and moves `at` to its end
        const auto next = [&] { return in.at(at = in.find_first_not_of(" \n,:", at)); };
        const char kind = next();
        if (kind == '{' || kind == '[') {
            for (++at; next() != '}' && in[at] != ']'; items.emplace_back(in, at))
                if (kind == '{') names.push_back(Json(in, at).text);
        } else {
            const Size from = at + (kind == '"');
            at = in.find_first_of(kind == '"' ? "\"" : ",]}\n", from);
            text = in.substr(from, at - from);
        }
        at += kind == '{' || kind == '[' || kind == '"';
    }
    Size number() const { return std::stoull(text); }
    const Json& operator[](const std::string& wanted) const {
        for (Size i = 0; i < names.size(); ++i) if (names[i] == wanted) return items[i];
        throw std::runtime_error("there is no " + wanted);
    }
};

std::string load(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + " cannot be read");
    return std::string(std::istreambuf_iterator<char>(file), {});
}

int main(int count, char** arguments) try {
    const std::string folder = count > 1 ? arguments[1] : ".";
    Size at = 0, text = 0, first = 0, before = 0, all = 0, asked = 0, wrong = 0, left_out = 0;
    const Json manifest(load(folder + "/manifest.json"), at);
    const std::string tables = Inflate{load(folder + "/tables.z"), {}}.all();
    const std::string values = Inflate{load(folder + "/values.z"), {}}.all();
    for (const Json& each : manifest["tables"].items)  // u8 of all tables, then u16, u32 and u64
        before += each["values"].items[0].number() + 2 * each["values"].items[1].number(),
            all += each["values"].items[2].number();
    for (const Json& each : manifest["tables"].items) {
        const Json table(tables, at = text);
        const bool wanted = table["set"].text == "golden" && table["label"].text == "f32";
        for (const Json& one : wanted ? table["cases"].items : std::vector<Json>()) {
            std::vector<Json> arrays = one["inputs"].items;
            arrays.push_back(one["outputs"].items.at(0));
            Size size = 1;
            for (const Json& array : arrays) size *= array["by"].text == "value";
            if (!size && ++left_out) continue;
            for (const Json& axis : arrays[0]["shape"].items) size *= axis.number();
            for (Size i = 0; i < size; ++i, ++asked) {
                std::vector<std::uint32_t> x(arrays.size());
                for (Size k = 0; k < x.size(); ++k)  // the lowest bytes of all u32 come first
                    for (Size byte = 4, place = first + arrays[k]["at"].number() + i; byte--;)
                        x[k] = x[k] << 8 | (values.at(before + byte * all + place) & 255);
                if (const std::uint32_t got = function(x); got != x.back() && ++wrong <= 10)
                    std::printf("%s: %08x, not %08x\n", one["name"].text.c_str(), x.back(), got);
            }
        }
        text += each["bytes"].number(), first += each["values"].items[2].number();
    }
    std::printf("%zu questions, %zu wrong; %zu cases left out\n", asked, wrong, left_out);
    return wrong || !asked;
} catch (const std::exception& error) {
    return std::fprintf(stderr, "error: %s\n", error.what()), 2;
}
