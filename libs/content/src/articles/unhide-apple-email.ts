import type { Content } from '../content.js';
import { heading, list, note, paragraph, say, steps, strong, to } from '../write.js';

export const unhideAppleEmail: Content = {
  path: '/unhide-apple-email',
  changed: '2026-11-23',
  blocks: [
    paragraph`When you signed up with an identity provider and chose to hide your e-mail, it made up a private relay address for you, such as one that ends in privaterelay.appleid.com. We know you by that address alone. Therefore documents that you mail from your own address are not recognised as yours, and a balance of the previous version, which is tied to your own address, does not find you.`,
    note`There is money or a document in this account? Keep it: add your own address to it instead, as described ${to('/unhide-apple-email', 'below', 'keep')}. Everything stays as it is.`,
    heading('again', 'Sign up again without hiding the e-mail'),
    steps({
      stop: say`Stop using the private relay sign-in of the provider for Sixpence. With Apple: Settings, your name, Sign in with Apple, Sixpence, then ${strong('Stop Using')} or ${strong('Delete')}. With Google or Microsoft: remove Sixpence under the third-party apps of your account there.`,
      'log-out': say`Log out here.`,
      'sign-up': say`${to('/signup', 'Sign up again')} without hiding the e-mail: type your own address, and the code that we mail to it.`,
    }),
    paragraph`To use the provider's button for the new account, delete the old account first, on its ${to('/account')} page, and choose ${strong('Share My Email')} when you sign up again. As long as the old account is there, the button leads to it.`,
    heading('keep', 'Or keep this account, and add your own address'),
    steps({
      add: say`Open ${to('/account')}, and press ${strong('Add an address')}.`,
      prove: say`Type your own address, and the code that we mail to it.`,
      main: say`Press ${strong('Make main')}, so that we write to it. If you like, remove the relay address.`,
    }),
    heading('balance', 'Your balance'),
    list(
      say`A balance of the previous version moves over by itself, as soon as you have proven the address that you used there.`,
      say`A balance of the account with the relay address stays in that account. It does not move to a new one.`,
    ),
  ],
  seeAlso: ['/how-to-get-started', '/how-to-check-balance'],
};
