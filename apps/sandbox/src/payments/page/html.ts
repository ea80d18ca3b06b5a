import type { HttpAnswer } from '../answer.js';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}' +
  'button{font:inherit;min-height:44px;padding:.4rem 1.2rem;margin:.2rem .5rem .2rem 0}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .6rem .4rem 0;border-bottom:1px solid #8884;overflow-wrap:anywhere;vertical-align:top}' +
  'h1{line-height:1.2}h2{margin:2rem 0 .5rem;font-size:1.2rem}@media(max-width:600px){body{margin:1.5rem auto;font-size:15px}}' +
  'form{display:inline}';

/** A page of the stand-in. `sendsTo` is an additional target that its forms may submit to. */
export function page(
  title: string,
  body: string,
  { status = 200, sendsTo = '' }: { status?: number; sendsTo?: string } = {},
): HttpAnswer {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${sendsTo}`,
    'x-content-type-options': 'nosniff',
  };
  const html =
    `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escaped(title)}</title><style>${style}</style><body><main><h1>${escaped(title)}</h1>${body}</main>`;
  return { status, headers, body: html };
}

export function redirect(location: string): HttpAnswer {
  return { status: 303, headers: { location }, body: '' };
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
