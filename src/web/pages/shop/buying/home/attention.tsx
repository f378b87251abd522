import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';

interface Item {
  tone: 'info' | 'warn';
  text: string;
  link: string;
}

/** What waits for the buyer, from every feature that has something. */
export function Attention({ items }: { items: Item[] }) {
  const { t } = useI18n();
  if (items.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="attention">
      <h2 id="attention">{t('home.attention')}</h2>
      <ul className="lines-list panel attention">
        {items.map(({ tone, text, link }) => (
          <li key={link + text} data-tone={tone}>
            <Link to={link}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
