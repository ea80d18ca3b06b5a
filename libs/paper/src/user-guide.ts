import type { Content } from '@sixpence/content/content';
import { contents } from '@sixpence/content/contents';
import { helpColumns } from '@sixpence/content/help-columns';
import { type Page, pageAt } from '@sixpence/contracts/pages';
import { drawBlocks } from './blocks.js';
import { drawTitle, finish, ink, margin, newSheet, pale, widthOf, type Sheet } from './sheet.js';

/** An article of the guide, and the page on which it begins. */
interface Placed {
  path: string;
  title: string;
  page: number;
}

type PartName = (typeof helpColumns)[number]['name'];

/** People read paper from the front, so the instructions come first. */
const partNames = ['How to Use', 'FAQ', 'Troubleshooting'] as const satisfies readonly PartName[];

const lineHeight = 17;

/**
 * The help articles as one PDF, grouped by the columns of the Help Center, after a table of contents.
 * @internal
 */
export function userGuidePdf(): Promise<Buffer> {
  const parts = partNames.map((name) => ({ name, articles: articlesOf(name) }));
  const changed = parts.flatMap(({ articles }) => articles.map((article) => article.changed));
  const sheet = newSheet({ title: 'Sixpence: User guide', at: new Date(changed.toSorted().at(-1) ?? 0) });
  drawTitle(sheet, 'User guide', 'Upload a document, get six digits, type them at a printer.');
  const below = sheet.y;
  const destinations = new Set(parts.flatMap(({ articles }) => articles.map(({ path }) => path)));
  const placed = parts.map(({ name, articles }) => ({
    name,
    articles: articles.map((article) => drawArticle(sheet, article, destinations)),
  }));
  drawTable(sheet, placed, below);
  return finish(sheet, 'Sixpence: User guide');
}

function articlesOf(part: PartName): Content[] {
  const paths = helpColumns.filter(({ name }) => name === part).flatMap(({ articles }) => [...articles]);
  return paths.flatMap((path) => contents.filter((content) => content.path === path));
}

function titleOf({ path }: Content): string {
  const page: Page | undefined = pageAt(path);
  return page?.title ?? path;
}

/** Draws an article on a page of its own. */
function drawArticle(sheet: Sheet, article: Content, destinations: ReadonlySet<string>): Placed {
  sheet.addPage();
  const title = titleOf(article);
  const page = sheet.bufferedPageRange().count;
  sheet.outline.addItem(title);
  sheet.addNamedDestination(article.path);
  sheet
    .font('bold')
    .fontSize(20)
    .fillColor(ink)
    .text(title, margin, margin, { width: widthOf(sheet) });
  sheet.y += 8;
  drawBlocks(sheet, article.blocks, destinations);
  return { path: article.path, title, page };
}

/** Drawn last, because it needs the page of each article. */
function drawTable(
  sheet: Sheet,
  parts: readonly { name: string; articles: readonly Placed[] }[],
  top: number,
): void {
  sheet.switchToPage(0);
  let y = top;
  for (const { name, articles } of parts) {
    if (articles.length === 0) continue;
    sheet
      .font('bold')
      .fontSize(13)
      .fillColor(ink)
      .text(name, margin, y + 8);
    y = sheet.y + 4;
    for (const { path, title, page } of articles) {
      sheet
        .font('regular')
        .fontSize(10)
        .fillColor(ink)
        .text(title, margin, y, { width: widthOf(sheet) - 40, goTo: path });
      sheet.fillColor(pale).text(String(page), margin, y, { width: widthOf(sheet), align: 'right' });
      y += lineHeight;
    }
  }
}
