import { PDFiumLibrary } from '@hyzyla/pdfium';
import { pageImagePixels } from '../limits.js';
import { GaveUp, Unconvertible } from '../unconvertible.js';

/** A page as pixels: four bytes each (red, green, blue, one unused), on white paper. */
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
}

export interface Renderer {
  /** @throws Unconvertible when it does not open, GaveUp when pdfium ends over it */
  open(pdf: Uint8Array): Promise<OpenedPdf>;
}

/** pdfium, loaded and compiled ahead. It works on the calling thread. */
export async function openRenderer(): Promise<Renderer> {
  const library = await PDFiumLibrary.init();
  return {
    async open(pdf) {
      const document = await library.loadDocument(pdf).catch((cause: unknown) => {
        throw reasonOf(cause);
      });
      return {
        pageCount: document.getPageCount(),
        async render(number) {
          const page = document.getPage(number - 1);
          const { originalWidth, originalHeight } = page.getOriginalSize();
          if (!(originalWidth > 0 && originalHeight > 0)) throw new Unconvertible('damaged');
          const scale = pageImagePixels / Math.max(originalWidth, originalHeight);
          const drawing = page.render({
            render: 'bitmap',
            scale: 1,
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

/** Where pdfium gets no more memory, it ends itself, as it does where it finds itself broken. */
function reasonOf(cause: unknown): Error {
  if (cause instanceof Error && cause.name === 'RuntimeError')
    return new GaveUp('pdfium ended itself', { cause });
  return new Unconvertible('damaged', { cause });
}
