import { TextDecoder, TextEncoder } from 'node:util';

/** Browser features that jsdom lacks and that the screens' tests need. */
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;

globalThis.matchMedia ??= (query) => ({
  media: query,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
});

// jsdom's own version only logs a complaint.
globalThis.scrollTo = () => {};

globalThis.Element.prototype.scrollIntoView ??= () => {};

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
