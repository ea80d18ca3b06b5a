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
 * The text of HTML, in lines as a browser breaks them. It reads the text once and builds no tree, so that no
 * nesting makes it slow. It loads nothing that the text refers to.
 */
export function htmlText(html: string): string {
  const lines = new Lines();
  let within: string | undefined;
  let opened = '';
  const tag = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const say = (text: string) => {
    if (within === undefined) lines.say(text);
  };
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => say(html.slice(start, end)),
      ontextentity: (codePoint) => say(String.fromCodePoint(codePoint)),
      onopentagname(start, end) {
        opened = tag(start, end);
        if (opened === 'br') lines.end();
        else if (paragraphs.has(opened)) lines.endParagraph();
        else if (blocks.has(opened)) lines.begin();
        if (opened === 'li') lines.say('- ');
        if (opened === 'td' || opened === 'th') lines.say(' ');
      },
      onopentagend() {
        if (hidden.has(opened)) within ??= opened;
      },
      onclosetag(start, end) {
        const closed = tag(start, end);
        if (closed === within) within = undefined;
        if (paragraphs.has(closed)) lines.endParagraph();
        else if (blocks.has(closed)) lines.begin();
      },
      onselfclosingtag: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return lines.text();
}

class Lines {
  private readonly lines: string[] = [];
  private line: string[] = [];

  say(text: string): void {
    this.line.push(text);
  }

  /** Lets the next word begin a line. */
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
