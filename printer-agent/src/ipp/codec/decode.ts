import { ByteReader } from './byte-reader.js';
import { decodeValue } from './decode-value.js';
import type { Attribute, Group, Message, Value } from './message.js';
import { firstValueTag, groupTag, valueTag } from './tags.js';

/**
 * A complete Get-Printer-Attributes reply has about 2,000 values; a reply with more than this limit is an
 * attack or a defect.
 */
const mostValues = 20_000;
/** Real media databases nest three levels deep. */
const deepestCollection = 12;

/**
 * Reads a message by RFC 8010 §3.1. Bytes after the end tag (a document) are ignored.
 *
 * The bytes come from a printer and are untrusted: time and memory are linear in their number, and a
 * truncated message is refused wherever it was cut.
 * @throws IppError `garbage`
 */
export function decodeMessage(bytes: Uint8Array): Message {
  return new MessageDecoder(new ByteReader(bytes)).message();
}

class MessageDecoder {
  private values = 0;

  constructor(private readonly reader: ByteReader) {}

  message(): Message {
    const version = { major: this.reader.uint8(), minor: this.reader.uint8() };
    const code = this.reader.uint16();
    const requestId = this.reader.int32();
    const groups: Group[] = [];
    for (let tag = this.reader.uint8(); tag !== groupTag.end; tag = this.reader.uint8()) {
      if (tag === 0 || tag >= firstValueTag) throw this.reader.garbage('no group begins here');
      groups.push({ tag, attributes: this.attributes() });
    }
    return { version, code, requestId, groups };
  }

  private attributes(): Attribute[] {
    const attributes: { name: string; values: Value[] }[] = [];
    while (this.reader.peekUint8() >= firstValueTag) {
      const tag = this.valueTag();
      const name = this.reader.takeField();
      const value = this.value(tag, 0);
      const last = attributes.at(-1);
      // A value without a name is one more value of the attribute before it.
      if (name.length > 0) attributes.push({ name: asciiName(name), values: [value] });
      else if (last) last.values.push(value);
      else throw this.reader.garbage('a group begins with a value that has no name');
    }
    return attributes;
  }

  private valueTag(): number {
    const tag = this.reader.uint8();
    if (tag === valueTag.endCollection || tag === valueTag.memberAttrName) {
      throw this.reader.garbage('a piece of a collection stands alone');
    }
    return tag;
  }

  private value(tag: number, depth: number): Value {
    if (++this.values > mostValues) throw this.reader.garbage('it has too many values');
    if (tag !== valueTag.begCollection) return decodeValue(tag, this.reader);
    if (depth === deepestCollection) throw this.reader.garbage('its collections are nested too deeply');
    // RFC 8010 reserves these bytes and requires that they are skipped.
    this.reader.takeField();
    return { kind: 'collection', tag, members: this.members(depth + 1) };
  }

  /** RFC 8010 §3.1.6: member names and values alternate, all as values without a name. */
  private members(depth: number): Attribute[] {
    const members: { name: string; values: Value[] }[] = [];
    for (;;) {
      const tag = this.reader.uint8();
      if (tag < firstValueTag) throw this.reader.garbage('a collection does not end');
      if (this.reader.takeField().length > 0) throw this.reader.garbage('a member carries two names');
      const last = members.at(-1);
      if (tag === valueTag.memberAttrName || tag === valueTag.endCollection) {
        if (last?.values.length === 0) throw this.reader.garbage('a member has no value');
        const name = asciiName(this.reader.takeField());
        if (tag === valueTag.endCollection) return members;
        members.push({ name, values: [] });
      } else if (last) {
        last.values.push(this.value(tag, depth));
      } else {
        throw this.reader.garbage('a member has no name');
      }
    }
  }
}

/** Names are ASCII keywords. Other bytes are kept one to one and match no known name. */
function asciiName(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
