import { expect, test } from '@jest/globals';
import { optionsInAddress, optionsInSubject } from './words.js';

test.each([
  ['print@print.example.com', {}],
  ['print+mono@print.example.com', { isColor: false }],
  ['Print+Color+2Sided@print.example.com', { isColor: true, side: '2-Sided' }],
  ['print+holiday+simplex@print.example.com', { side: '1-Sided' }],
  ['print+constructor@print.example.com', {}],
  ['print+__proto__@print.example.com', {}],
  ['print++2-sided+@print.example.com', { side: '2-Sided' }],
  ['print+mono+COLOR@print.example.com', { isColor: true }],
  ['print+monochrome@print.example.com', {}],
  ['mono+1sided@print.example.com', { side: '1-Sided' }],
  ['color@print.example.com', {}],
  ['print+mono@home@print.example.com', {}],
  ['print+1-sided+black-white@print.example.com', { side: '1-Sided', isColor: false }],
  ['', {}],
])('the address %s has the print options %j', (address, options) => {
  expect(optionsInAddress(address)).toEqual(options);
});

test.each([
  ['', {}],
  ['2-sided', { side: '2-Sided' }],
  ['duplex+colour', { side: '2-Sided', isColor: true }],
  ['duplex, colour', { side: '2-Sided', isColor: true }],
  ['My essay [2-sided] [bw]', { side: '2-Sided', isColor: false }],
  ['A theory of colour', {}],
  ['Re: colour', {}],
  [' DUPLEX ', { side: '2-Sided' }],
  ['1-sided 2-sided', { side: '2-Sided' }],
  ['Fwd: Essay [2-Sided, Black-White]', { side: '2-Sided', isColor: false }],
  ['[Ticket 2-sided-4711] colour', {}],
  ['[', {}],
  ['[[duplex]', { side: '2-Sided' }],
  ['[[duplex]]', { side: '2-Sided' }],
  ['constructor', {}],
  [`${'a'.repeat(992)}[duplex]`, { side: '2-Sided' }],
  [`${'a'.repeat(993)}[duplex]`, {}],
  [`${'mono '.repeat(20)}holiday`, { isColor: false }],
  [`${' '.repeat(94)}duplex`, { side: '2-Sided' }],
  [`${'['.repeat(100_000)}duplex`, {}],
])('the subject %j has the print options %j', (subject, options) => {
  expect(optionsInSubject(subject)).toEqual(options);
});
