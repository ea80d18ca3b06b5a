/** Delimiter tags of RFC 8010 §3.5.1: `end` ends the message, the others open a group of attributes. */
export const groupTag = {
  operation: 0x01,
  job: 0x02,
  end: 0x03,
  printer: 0x04,
  unsupported: 0x05,
} as const;

/** Value tags of RFC 8010 §3.5.2, with the RFC's names. */
export const valueTag = {
  unsupported: 0x10,
  unknown: 0x12,
  noValue: 0x13,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octetString: 0x30,
  dateTime: 0x31,
  resolution: 0x32,
  rangeOfInteger: 0x33,
  begCollection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  textWithoutLanguage: 0x41,
  nameWithoutLanguage: 0x42,
  keyword: 0x44,
  uri: 0x45,
  uriScheme: 0x46,
  charset: 0x47,
  naturalLanguage: 0x48,
  mimeMediaType: 0x49,
  memberAttrName: 0x4a,
} as const;

/** A lower tag is a delimiter; this tag and higher ones precede a value. */
export const firstValueTag = 0x10;

/** Tags 0x40–0x5f are character strings, including tags that are not assigned yet. */
export function isCharacterString(tag: number): boolean {
  return tag >= 0x40 && tag <= 0x5f && tag !== valueTag.memberAttrName;
}
