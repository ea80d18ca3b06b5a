/** The words in the pictures that explain how to print, on the site and on paper. */
export const pictureWords = {
  code: '471902',
  typed: '4719',
  yourCode: 'Your code',
  goodFor: 'Good for 4:31',
  login: 'LOGIN',
  keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'],
  documents: [
    { name: 'thesis.pdf', pages: '12 pages', price: '£0.60', ticked: true },
    { name: 'photo.jpg', pages: '1 page', price: '£0.20', ticked: true },
    { name: 'cv.docx', pages: '2 pages', price: '£0.10', ticked: false },
  ],
  total: 'Total',
  cost: '£0.80',
  balance: 'Balance',
  enough: '£10.00',
  tooLittle: '£0.50',
  short: 'You are £0.30 short.',
  print: 'PRINT',
  home: 'Home: the current job finishes, the rest are cancelled.',
  page: 'Page 4 of 12',
};
