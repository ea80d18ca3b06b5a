import { Tokenizer } from 'htmlparser2';

const hidden = new Set(['script', 'style', 'title', 'template']);
/** Elements that begin a new line; those in `paragraphs` get an empty line before and after them. */
const blocks = new Set([
  'address',
  'blockquote',
  'body',
  'dd',
  'div',
  'dt',
  'hr',
  'li',
  'pre',
  'table',
  'tr',
]);
const paragraphs = new Set(['dl', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'p', 'ul']);

/**
 * The text of HTML, in lines as a browser breaks them. The HTML is read once and without a tree, so that deep
 * nesting does not make it slow. Nothing that the HTML refers to is loaded.
 */
export function htmlText(html: string): string {
  const lines = new Lines();
  let hiddenElement: string | undefined;
  let opened = '';
  const tag = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const addText = (text: string) => {
    if (hiddenElement === undefined) lines.add(text);
  };
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => addText(html.slice(start, end)),
      ontextentity: (codePoint) => addText(String.fromCodePoint(codePoint)),
      onopentagname(start, end) {
        opened = tag(start, end);
        if (opened === 'br') lines.end();
        else if (paragraphs.has(opened)) lines.endParagraph();
        else if (blocks.has(opened)) lines.begin();
        if (opened === 'li') lines.add('- ');
        if (opened === 'td' || opened === 'th') lines.add(' ');
      },
      onopentagend() {
        if (hidden.has(opened)) hiddenElement ??= opened;
      },
      onclosetag(start, end) {
        const closed = tag(start, end);
        if (closed === hiddenElement) hiddenElement = undefined;
        if (paragraphs.has(closed)) lines.endParagraph();
        else if (blocks.has(closed)) lines.begin();
      },
      onselfclosingtag: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return lines.text();
}

class Lines {
  private readonly lines: string[] = [];
  private line: string[] = [];

  add(text: string): void {
    this.line.push(text);
  }

  /** Starts a new line before the next word. */
  begin(): void {
    if (this.current() !== '') this.end();
    else this.line = [];
  }

  end(): void {
    this.lines.push(this.current());
    this.line = [];
  }

  /** Puts exactly one empty line before the next word. */
  endParagraph(): void {
    this.begin();
    if (this.lines.length > 0 && this.lines.at(-1) !== '') this.lines.push('');
  }

  text(): string {
    return [...this.lines, this.current()].join('\n').trim();
  }

  private current(): string {
    return this.line.join('').split(/\s+/).join(' ').trim();
  }
}
