/** What the section of addresses says. */
export const addressesWords = {
  title: 'E-mail addresses',
  lead: 'Each of these signs you in. We write to the main one.',
  primary: 'Main address',
  undeliverable: 'Mail to this address comes back. Check that it still exists.',
  leaves: (when: string) => `Removed; it goes on ${when}. Add it again to keep it.`,
};
