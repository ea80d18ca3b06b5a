import { expect, test } from '@jest/globals';
import { wordsOfAddress, wordsOfSubject } from './words.js';

test.each([
  ['print@print.example.com', {}],
  ['print+mono@print.example.com', { isColor: false }],
  ['Print+Color+2Sided@print.example.com', { isColor: true, side: '2-Sided' }],
  ['print+holiday+simplex@print.example.com', { side: '1-Sided' }],
  ['print+constructor@print.example.com', {}],
])('mail to %s is printed so', (address, options) => {
  expect(wordsOfAddress(address)).toEqual(options);
});

test.each([
  ['', {}],
  ['2-sided', { side: '2-Sided' }],
  ['duplex, colour', { side: '2-Sided', isColor: true }],
  ['My essay [2-sided] [bw]', { side: '2-Sided', isColor: false }],
  ['A theory of colour', {}],
  ['Re: colour', {}],
])('the subject %j means %j', (subject, options) => {
  expect(wordsOfSubject(subject)).toEqual(options);
});
