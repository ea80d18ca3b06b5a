import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { repostMark, repostPage, repostPagePolicy } from './repost-page.js';

test('the page posts every field unchanged, and a field that marks the form as posted again', () => {
  const page = repostPage({ state: 'a&b', code: `"><script>alert('x')</script>` });
  expect(page.match(/<input [^>]*>/g)).toEqual([
    '<input type="hidden" name="state" value="a&amp;b">',
    `<input type="hidden" name="code" value="&quot;&gt;&lt;script&gt;alert('x')&lt;/script&gt;">`,
    `<input type="hidden" name="${repostMark}" value="yes">`,
  ]);
  expect(page).toContain('<form method="post">');
});

test('the policy of the page allows its own script, and forms to our own origin only', () => {
  const [, script = ''] = /<script>(.*)<\/script>$/.exec(repostPage({})) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(repostPagePolicy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});
