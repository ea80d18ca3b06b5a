/** An XML element of an S3 answer. A list gives one element for each entry. */
export function element(name: string, content: string | readonly string[]): string {
  return `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`;
}

export function text(name: string, value: string | number | boolean): string {
  const escaped = String(value).replaceAll(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return element(name, escaped);
}

export function xmlDocument(root: string, content: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`;
}

/** The texts of every element of this name in a request's body. S3's request bodies are flat and small. */
export function textsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'));
  return [...found].map(([, value = '']) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
        String.fromCharCode(parseInt(code, hex === '' ? 10 : 16)),
      )
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}
