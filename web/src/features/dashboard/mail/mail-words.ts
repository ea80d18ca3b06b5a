/** Where documents are mailed to. */
export const mailWords = {
  label: 'E-mail documents to',
  copy: 'Copy address',
  copied: 'Copied',
  cannotCopy: 'Cannot copy here',
};
