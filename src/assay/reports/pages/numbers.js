// Numbers: unpacked as packing.py packs them, and written as Python writes them.

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const floatsOf = (text) => new Float64Array(bytesOf(text).buffer);

function* countsOf(text) {
  let low = 0, high = 0, group = 0;
  for (const byte of bytesOf(text)) {
    if (group < 7) low += (byte & 127) * 2 ** (7 * group);
    else high += (byte & 127) * 2 ** (7 * (group - 7));
    group += 1;
    if (byte < 128) {
      yield [low, high];
      low = high = group = 0;
    }
  }
}

function risingOf(text) {
  const numbers = [], view = new DataView(new ArrayBuffer(8)), sign = 1n << 63n;
  let ordered = 0n;
  for (const [low, high] of countsOf(text)) {
    ordered += BigInt(low) + (high ? BigInt(high) << 49n : 0n);
    view.setBigUint64(0, ordered & sign ? ordered ^ sign : BigInt.asUintN(64, ~ordered));
    numbers.push(view.getFloat64(0));
  }
  return numbers;
}

function pairsOf(text) {
  return Array.from(countsOf(text), ([low, high]) => {
    const code = low + high * 2 ** 49;
    let sum = Math.floor((Math.sqrt(8 * code + 1) - 1) / 2);
    while ((sum * (sum + 1)) / 2 > code) sum -= 1;
    while (((sum + 1) * (sum + 2)) / 2 <= code) sum += 1;
    const second = code - (sum * (sum + 1)) / 2;
    return [sum - second, second];
  });
}

// Numbers written as Python writes them, which rounds a tie to the even digit.
function fixed(number, decimals) {
  const text = Math.abs(number).toFixed(decimals), doubled = Math.abs(number) * 2 ** (decimals + 1);
  const tie = Number.isInteger(doubled) && doubled % 2 === 1 && Math.abs(number) < 2 ** 40;
  const last = 10 ** -decimals;
  const even = tie && Number(text.at(-1)) % 2 === 1 ? (Math.abs(number) - last / 4).toFixed(decimals) : text;
  return number < 0 || Object.is(number, -0) ? `-${even}` : even;
}

function written(number, decimals) {
  if (Number.isNaN(number)) return "undefined";
  if (!Number.isFinite(number)) return number > 0 ? "∞" : "-∞";
  const size = Math.abs(number);
  if (size >= 1e9) return number.toPrecision(3).replace(/\.?0*e\+(\d)$/, "e+0$1").replace(/\.?0*e\+/, "e+");
  if (size >= 1000) return fixed(number, 0).replace(/\B(?=(\d{3})+$)/g, ",");
  if (size >= 10) return fixed(number, 1);
  return fixed(number, size > 1 && decimals <= 3 ? 2 : decimals);
}

function decimalsFor(low, high) {
  const width = high - low;
  if (!(Number.isFinite(width) && width > 0)) return 3;
  return Math.min(Math.max(Math.ceil(-Math.log10(width)) + 1, 3), 6);
}

function hundred(value, [low, high]) {
  const decimals = 100 * high - 100 * low >= 2 ? 0 : Math.min(decimalsFor(low, high) - 2, 3);
  const [middle, from, to] = [value, low, high].map((end) => fixed(100 * end, decimals));
  return `${middle} [${from}, ${to}]`;
}

const count = (number) => fixed(number, Number.isInteger(number) ? 0 : 1).replace(/\B(?=(\d{3})+(\.|$))/g, ",");
