/** The part of npm `ipp` that tests use to check our own codec independently. */
declare module 'ipp' {
  export type IppAttributes = Record<string, unknown>;

  export interface PrinterAnswer {
    readonly statusCode: string;
    readonly 'job-attributes-tag'?: IppAttributes;
    readonly 'printer-attributes-tag'?: IppAttributes;
  }

  const ipp: {
    readonly Printer: new (uri: string) => {
      execute(
        operation: string,
        message: Record<string, unknown>,
        done: (error: Error | null, answer: PrinterAnswer) => void,
      ): void;
    };
    serialize(message: Record<string, unknown>): Buffer;
    parse(message: Buffer): Record<string, unknown>;
  };
  export default ipp;
}
