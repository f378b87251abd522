import { href } from 'react-router';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';

type Way = { to: string; label: MessageKey };

const help: Way[] = [
  { to: href('/faq'), label: messageKey('nav.faq') },
  { to: href('/support'), label: messageKey('nav.tickets') },
];
const ways: Way[] = [
  { to: href('/cards'), label: messageKey('nav.shop') },
  { to: href('/orders'), label: messageKey('nav.orders') },
  { to: href('/billing'), label: messageKey('nav.add_fund') },
  ...help,
];

/** Instead of a page that isn't there: a search for brands, and the pages that people look for most. */
export function WaysOn() {
  const { t } = useI18n();
  const user = useRootData()?.user;
  if (!user) return null;
  const inactive = user.roles.includes('inactive');
  return (
    <>
      {inactive ? null : (
        <search>
          <form action={href('/cards')} className="find-brand">
            <Field name="q" label={t('error.find_brand')} type="search" placeholder={t('cards.q')} maxLength={100} />
            <Button variant="secondary">{t('list.search')}</Button>
          </form>
        </search>
      )}
      <ul className="row">
        {(inactive ? help : ways).map(({ to, label }) => (
          <li key={to}>
            <a href={to}>{t(label)}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
