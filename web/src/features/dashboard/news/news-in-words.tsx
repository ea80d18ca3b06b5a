import { VisuallyHidden } from '@mantine/core';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { useState } from 'react';
import { useLiveNews } from '../../../lib/live/live-news.js';
import { spokenNews } from './news-words.js';

/** Reads out what has changed on the dashboard, for those who listen instead of look. */
export function NewsInWords() {
  const [spoken, setSpoken] = useState('');
  const speak = (news: LiveNews) => setSpoken((before) => spokenNews(news) ?? before);
  useLiveNews('document', speak);
  useLiveNews('job', speak);
  return <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>;
}
