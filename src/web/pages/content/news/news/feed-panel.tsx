import { Form, href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';

/** The reader's private feed address: created, renewed and revoked here. */
export function FeedPanel({ url }: { url: string | null }) {
  const { t } = useI18n();
  return (
    <details className="quiet-details">
      <summary>{t('news.feed')}</summary>
      <div className="panel stack">
        <p>{t(url ? 'news.feed_there' : 'news.feed_none')}</p>
        {url ? <Copyable label={t('news.feed_address')} value={url} /> : null}
        <div className="row">
          <Form method="post" action={href('/news')}>
            <Button variant="secondary" size="small" name="intent" value="open">
              {t(url ? 'news.feed_renew' : 'news.feed_open')}
            </Button>
          </Form>
          {url ? (
            <Form method="post" action={href('/news')}>
              <Button variant="danger" size="small" name="intent" value="close">
                {t('news.feed_close')}
              </Button>
            </Form>
          ) : null}
        </div>
      </div>
    </details>
  );
}
