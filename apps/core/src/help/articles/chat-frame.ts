/**
 * A document of our own that only frames the chat provider's page. The document runs no script. The sandbox
 * keeps the provider's page from reading the site and from navigating the tab.
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

/** The content security policy of the document of `chatFrame`. */
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

/**
 * The rights of the provider's page. A page cannot give its frame more rights than it has itself, so our
 * frame around this document has the same rights.
 */
const chatSandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
