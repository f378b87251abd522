import { useEffect, useRef } from 'react';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from './link.tsx';
import '#web/styles/sections.css';

interface Props {
  label: MessageKey;
  sections: readonly { to: string; label: MessageKey }[];
  isHere: (to: string) => boolean;
}

/** The pages of one area: a row that scrolls on small screens and keeps the current page in view. */
export function Sections({ label, sections, isHere }: Props) {
  const { t } = useI18n();
  const row = useRef<HTMLElement>(null);
  const here = sections.find(({ to }) => isHere(to))?.to;
  useEffect(() => {
    const current = here && row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!current || !row.current) return;
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [here]);
  return (
    <nav className="sections" aria-label={t(label)} ref={row}>
      {sections.map((section) => (
        <Link key={section.to} to={section.to} aria-current={section.to === here ? 'page' : undefined}>
          {t(section.label)}
        </Link>
      ))}
    </nav>
  );
}
