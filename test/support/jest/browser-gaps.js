import { TextDecoder, TextEncoder } from 'node:util';

/** What browsers have and jsdom lacks, as far as the screens' tests need it. */
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;

globalThis.matchMedia ??= (query) => ({
  media: query,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
});

// jsdom has it, and only complains.
globalThis.scrollTo = () => {};

globalThis.Element.prototype.scrollIntoView ??= () => {};

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
