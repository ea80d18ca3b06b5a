import { PDFiumLibrary } from '@hyzyla/pdfium';
import { pageImagePixels } from '../limits.js';
import { GaveUp, Unconvertible } from '../unconvertible.js';

/** A page on white paper, as pixels of four bytes: red, green, blue, and one unused. */
export interface RenderedPage {
  widthPoints: number;
  heightPoints: number;
  width: number;
  height: number;
  pixels: Uint8Array;
}

export interface OpenedPdf {
  pageCount: number;
  /** Pages count from 1. @throws Unconvertible, GaveUp */
  render(page: number): Promise<RenderedPage>;
  /** Frees the memory of the document. */
  close(): void;
}

export interface Renderer {
  /** @throws Unconvertible when the PDF does not open, GaveUp when pdfium aborts */
  open(pdf: Uint8Array): Promise<OpenedPdf>;
}

/** Loads pdfium, which works on the calling thread. */
export async function openRenderer(): Promise<Renderer> {
  const library = await PDFiumLibrary.init();
  return {
    async open(pdf) {
      const document = await library.loadDocument(pdf).catch((cause: unknown) => {
        throw reasonOf(cause);
      });
      return {
        pageCount: document.getPageCount(),
        close() {
          document.destroy();
        },
        async render(number) {
          const page = document.getPage(number - 1);
          const { originalWidth, originalHeight } = page.getOriginalSize();
          if (!(originalWidth > 0 && originalHeight > 0)) throw new Unconvertible('damaged');
          const scale = pageImagePixels / Math.max(originalWidth, originalHeight);
          const drawing = page.render({
            render: 'bitmap',
            width: Math.max(1, Math.round(originalWidth * scale)),
            height: Math.max(1, Math.round(originalHeight * scale)),
          });
          const { width, height, data } = await drawing.catch((cause: unknown) => {
            throw reasonOf(cause);
          });
          return { widthPoints: originalWidth, heightPoints: originalHeight, width, height, pixels: data };
        },
      };
    },
  };
}

/** pdfium aborts both when it gets no memory and when it detects an internal error. */
function reasonOf(cause: unknown): Error {
  if (cause instanceof Error && cause.name === 'RuntimeError')
    return new GaveUp('pdfium ended itself', { cause });
  return new Unconvertible('damaged', { cause });
}
