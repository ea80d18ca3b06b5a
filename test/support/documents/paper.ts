import { PDFiumLibrary } from '@hyzyla/pdfium';

interface VisibleContent {
  words: string;
  /**
   * Whether magenta is on any page: the colour of the canary picture, a file outside the fence that hostile
   * documents link to.
   */
  hasMagenta: boolean;
}

/** The visible content of a PDF: its words, and whether it shows magenta. */
export async function seenOn(pdf: Uint8Array): Promise<VisibleContent> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const content: VisibleContent = { words: '', hasMagenta: false };
  for (const page of document.pages()) {
    content.words += page.getText();
    const { data } = await page.render({ render: 'bitmap', scale: 1 });
    for (let at = 0; at < data.length; at += 4)
      content.hasMagenta ||= data[at]! > 200 && data[at + 1]! < 60 && data[at + 2]! > 200;
  }
  library.destroy();
  return content;
}
