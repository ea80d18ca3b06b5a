/**
 * A document of ours with nothing in it but the page that a provider gives for its chat. It runs no script, and frames that
 * page alone, which stays a stranger to ours: it can neither reach into the site nor lead the tab elsewhere.
 */
export function chatFrame(chatPage: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<title>Chat</title>',
    '<style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0; display: block }</style>',
    `<iframe src="${escaped(chatPage)}" title="Chat" sandbox="${chatSandbox}"></iframe>`,
    '</html>\n',
  ].join('\n');
}

/** The policy of that document alone. */
export function chatFramePolicy(chatPage: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `frame-src ${new URL(chatPage).origin}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** What the provider's page may do. A frame gives on no more than it has itself, so that ours is allowed the same. */
const chatSandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
