import { inLanguage } from '@sixpence/theme/language';

export const addressesWords = inLanguage('addressesWords', {
  title: 'E-mail addresses',
  lead: 'Each of these signs you in. We write to the main one.',
  primary: 'Main address',
  undeliverable: 'Mail to this address comes back. Check that it still exists.',
  leaves: (when: string) => `Removed: it leaves your account on ${when}. Add it again to keep it.`,
  makePrimary: 'Make main',
  makePrimaryOf: (address: string) => `Make main: ${address}`,
  madePrimary: 'This is your main address now. Other browsers were signed out.',
  remove: 'Remove',
  removeOf: (address: string) => `Remove ${address}`,
  removed: 'The address was removed.',
  add: 'Add an address',
  newAddress: 'New address',
  badAddress: 'Please check the address.',
  badAddressAdvice: 'It should look like name@example.com.',
  sendCode: 'Mail me a code',
  confirm: 'Add this address',
  added: 'The address was added. We have told your other addresses of it.',
});
