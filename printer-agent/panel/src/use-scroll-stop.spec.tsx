import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useScrollStop } from './use-scroll-stop.js';

let room = { content: 0, height: 0 };
let resized: () => void;
const watched: Element[] = [];

beforeEach(() => {
  watched.length = 0;
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => room.content);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(() => room.height);
  jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((look) => {
    const observer = {
      observe: (element: Element) => watched.push(element),
      unobserve() {},
      disconnect() {},
    };
    resized = () => look([], observer);
    return observer;
  });
});

function List() {
  const ref = useScrollStop<HTMLUListElement>();
  return (
    <ul ref={ref}>
      <li>essay.pdf</li>
    </ul>
  );
}

test('a list that fits is not focusable by Tab', () => {
  room = { content: 100, height: 100 };
  render(<List />);
  expect(screen.getByRole('list').getAttribute('tabindex')).toBeNull();
});

test('a list is focusable by Tab from the moment its content grows beyond its height until it fits again', () => {
  room = { content: 100, height: 100 };
  render(<List />);
  expect(watched).toEqual([screen.getByRole('list'), screen.getByRole('listitem')]);
  room = { content: 101, height: 100 };
  act(() => resized());
  expect(screen.getByRole('list').tabIndex).toBe(0);
  room = { content: 100, height: 100 };
  act(() => resized());
  expect(screen.getByRole('list').getAttribute('tabindex')).toBeNull();
});
