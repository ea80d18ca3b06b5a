import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Excel's default password: Excel encrypts a file with it when only the structure of the workbook is
 * protected ([MS-XLS] 2.4.117).
 */
const defaultPassword = 'VelvetSweatshop';

const rc4Encryption = 1;
const firstVersion = 0x0001_0001;

/**
 * Whether the default password, which every spreadsheet program tries, opens the file of this FilePass
 * record. Only the encryption of Excel 97 is checked ([MS-OFFCRYPTO] 2.3.6), which protected workbooks use.
 */
export function opensByDefaultPassword(filePass: Buffer): boolean {
  if (filePass.length < 54) return false;
  if (filePass.readUInt16LE(0) !== rc4Encryption || filePass.readUInt32LE(2) !== firstVersion) return false;
  const salt = filePass.subarray(6, 22);
  const decrypted = rc4(keyOf(defaultPassword, salt), filePass.subarray(22, 54));
  return timingSafeEqual(md5(decrypted.subarray(0, 16)), decrypted.subarray(16));
}

/** The key of the first block, by [MS-OFFCRYPTO] 2.3.6.2. */
function keyOf(password: string, salt: Buffer): Buffer {
  const start = md5(Buffer.from(password, 'utf16le')).subarray(0, 5);
  const salted = md5(Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([start, salt]))));
  return md5(Buffer.concat([salted.subarray(0, 5), Buffer.alloc(4)]));
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest();

/** RC4, which OpenSSL no longer has. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
  /** Swaps two bytes and returns their sum. */
  const swap = (one: number, other: number) => {
    const [first, second] = [state.readUInt8(one), state.readUInt8(other)];
    state.writeUInt8(second, one);
    state.writeUInt8(first, other);
    return (first + second) & 255;
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + state.readUInt8(at) + key.readUInt8(at % key.length)) & 255;
    swap(at, other);
  }
  let [at, other] = [0, 0];
  const decrypted = Array.from(bytes, (byte) => {
    at = (at + 1) & 255;
    other = (other + state.readUInt8(at)) & 255;
    return byte ^ state.readUInt8(swap(at, other));
  });
  return Buffer.from(decrypted);
}
