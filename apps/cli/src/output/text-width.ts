import stringWidth from 'string-width';

const SEGMENTER = new Intl.Segmenter();
const ELLIPSIS = '…';

/** Columns that a text takes on a terminal: an ideograph or an emoji takes two. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** A text cut to `width` columns, between characters as people see them, with an ellipsis where something is missing. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let columns = 0;
  for (const { segment } of SEGMENTER.segment(text)) {
    columns += textWidth(segment);
    if (columns + 1 > width) break;
    kept += segment;
  }
  return `${kept}${ELLIPSIS}`;
}
