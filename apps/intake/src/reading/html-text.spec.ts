import { expect, test } from '@jest/globals';
import { htmlText } from './html-text.js';

test.each([
  ['plain words', 'plain words'],
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<div>One</div><div>Two<br><br>Three</div>', 'One\nTwo\n\nThree'],
  ['<ul><li>Milk<li>Bread</ul>Thanks', '- Milk\n- Bread\n\nThanks'],
  ['<table><tr><td>1<td>2</tr><tr><td>3</tr></table>', '1 2\n3'],
  ['a&nbsp;b &lt;c&gt; &eacute; &#128512; &unknown; &', 'a b <c> é 😀 &unknown; &'],
  ['one\n  <b>two</b>\tthree', 'one two three'],
  ['<style>p { color: red }</style><title>T</title>a<script>b()</script><!-- c -->d', 'ad'],
  ['a<img src="http://example.com/x.gif" alt="x > y">b', 'ab'],
  ['<p title="unclosed>lost', ''],
  ['a <b', 'a'],
  ['<P>One</P>Two', 'One\n\nTwo'],
  ['One<div>Two</div>Three', 'One\nTwo\nThree'],
  ['<p>One</p> <div> </div> <p>Two</p>', 'One\n\nTwo'],
  ['<tr><th>1<th>2</tr>', '1 2'],
  ['a<template>b<script>c</script>d</template>e', 'ae'],
  ['a<br>b<br/>c', 'a\nb\nc'],
  ['', ''],
])('the text of %j is %j', (html, text) => {
  expect(htmlText(html)).toBe(text);
});

test.each([
  ...['address', 'blockquote', 'body', 'dd', 'div', 'dt', 'pre', 'table', 'tr'].map((name) => [name, '\n']),
  ...['dl', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'p', 'ul'].map((name) => [name, '\n\n']),
  ...['b', 'span', 'td2'].map((name) => [name, ' ']),
])('before and after <%s> the text has %j', (name, gap) => {
  expect(htmlText(`a <${name}>b</${name}> c<hr>d`)).toBe(`a${gap}b${gap}c\nd`);
});

test.each([
  ' <div>',
  '<div>',
  '<p>',
  '<li>',
  '</b>',
  '<a href="',
  '<!--',
  '<style>',
  '&amp',
  '&',
  '<td>x',
  ' \t',
  '<',
])('two megabytes of %j are read in linear time', (piece) => {
  expect(htmlText(piece.repeat(2_000_000 / piece.length)).length).toBeLessThan(10_000_000);
});
