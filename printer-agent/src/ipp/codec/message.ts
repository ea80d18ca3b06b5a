/**
 * An IPP message as RFC 8010 lays it out. The model keeps every value's tag, the order of attributes, and
 * repeated attributes, so that a decoded message encodes to the same bytes.
 */
export interface Message {
  readonly version: Version;
  /** The operation-id of a request, the status-code of a reply. */
  readonly code: number;
  readonly requestId: number;
  readonly groups: readonly Group[];
}

export interface Version {
  readonly major: number;
  readonly minor: number;
}

export interface Group {
  readonly tag: number;
  readonly attributes: readonly Attribute[];
}

/** A name with one or more values; a `1setOf` has several. */
export interface Attribute {
  readonly name: string;
  readonly values: readonly Value[];
}

export type Value =
  | IntegerValue
  | BooleanValue
  | RangeValue
  | ResolutionValue
  | DateTimeValue
  | TextValue
  | TextWithLanguageValue
  | CollectionValue
  | OctetsValue;

/** `integer` and `enum`: signed 32 bit. */
interface IntegerValue {
  readonly kind: 'integer';
  readonly tag: number;
  readonly value: number;
}

interface BooleanValue {
  readonly kind: 'boolean';
  readonly tag: number;
  readonly value: boolean;
}

/** `rangeOfInteger`, both ends included. */
interface RangeValue {
  readonly kind: 'range';
  readonly tag: number;
  readonly lower: number;
  readonly upper: number;
}

interface ResolutionValue {
  readonly kind: 'resolution';
  readonly tag: number;
  readonly crossFeed: number;
  readonly feed: number;
  /** 3 = dots per inch, 4 = dots per centimetre. */
  readonly units: number;
}

/** DateAndTime of RFC 2579, field by field: printers send impossible dates, and those must round-trip too. */
export interface DateTimeValue {
  readonly kind: 'dateTime';
  readonly tag: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly deciseconds: number;
  readonly utcSign: '+' | '-';
  readonly utcHours: number;
  readonly utcMinutes: number;
}

/** Every character string without a language: keyword, uri, name, text, charset, media type, … */
interface TextValue {
  readonly kind: 'text';
  readonly tag: number;
  readonly text: string;
  /** True when the bytes were not UTF-8 and were read as ISO 8859-1, which old firmware sends. */
  readonly latin1?: true;
}

/** `textWithLanguage` and `nameWithLanguage`. */
export interface TextWithLanguageValue {
  readonly kind: 'text-with-language';
  readonly tag: number;
  readonly language: string;
  readonly text: string;
  readonly latin1?: true;
  /** True when the printer omitted the outer length of both parts, as some HP models do. */
  readonly bare?: true;
}

interface CollectionValue {
  readonly kind: 'collection';
  readonly tag: number;
  readonly members: readonly Attribute[];
}

/** `octetString`, the out-of-band tags, and every tag that this codec does not know. */
interface OctetsValue {
  readonly kind: 'octets';
  readonly tag: number;
  readonly bytes: Uint8Array;
}
