import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What the list would hold. */
  picture?: keyof typeof pictures;
  children?: ReactNode;
  action?: ReactNode;
}

/** In 64 by 40: an outline, dashed like a place that is free, and what stands on it. */
const pictures = {
  cards: ['M6 1h52a5 5 0 0 1 5 5v28a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5z', 'M10 28h20M10 22h12'],
  tickets: [
    'M10 1h44a5 5 0 0 1 5 5v20a5 5 0 0 1-5 5H28l-10 8v-8h-8a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5z',
    'M15 12h34M15 20h22',
  ],
  payments: [
    'M1 20a18 18 0 1 0 36 0a18 18 0 1 0-36 0M42 3a18 18 0 0 1 0 34',
    'M19 10v20M24 14h-7a3 3 0 0 0 0 6h4a3 3 0 0 1 0 6h-7',
  ],
  files: ['M18 1h20l10 10v28H18zM38 1v10h10', 'M24 20h18M24 27h18M24 33h10'],
};

/** Shown in place of an empty list, with what to do about it. */
export function Empty({ title, picture = 'cards', children, action }: Props) {
  const [outline, inside] = pictures[picture];
  return (
    <div className="empty">
      <svg viewBox="0 0 64 40" width="64" height="40" aria-hidden="true" fill="none" stroke="currentColor">
        <path d={outline} strokeDasharray="4 4" />
        <path d={inside} strokeLinecap="round" />
      </svg>
      <h2>{title}</h2>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}
