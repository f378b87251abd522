import { Form, href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listFaqs } from '#contracts/content/content.ts';
import { inLanguage } from '#web/i18n/in-language.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useOpenAtHash } from '#web/router/use-open-at-hash.ts';
import { read } from '#web/server/api.ts';
import { searchOf } from '#web/server/page-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Highlighted } from '#web/ui/display/highlighted.tsx';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('faq.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const q = searchOf(url.searchParams);
  const { data } = await read({ context, url }, listFaqs, { query: q ? { q } : {} });
  return { q, count: data.length, topics: Object.entries(Object.groupBy(data, ({ topic }) => topic)) };
}

export default function Faq() {
  const { t } = useI18n();
  const { q, count, topics } = useLoaderData<typeof loader>();
  useOpenAtHash();
  return (
    <div className="reading stack">
      <PageHead title={t('faq.heading')} />
      <Form className="search" role="search" key={q}>
        <Field name="q" label={t('faq.search')} type="search" maxLength={100} defaultValue={q} />
        <Button variant="secondary">{t('list.search')}</Button>
      </Form>
      <Live>
        {q && count ? (
          <p className="muted">
            {t('faq.found', { count, q })} <Link to={href('/faq')}>{t('list.show_all')}</Link>
          </p>
        ) : null}
      </Live>
      {count ? null : (
        <Empty
          picture="tickets"
          title={q ? t('list.nothing') : t('faq.none')}
          action={q ? <Link to={href('/faq')}>{t('list.show_all')}</Link> : undefined}
        >
          {q ? t('faq.none_holds', { q }) : t('faq.none_more')}
        </Empty>
      )}
      {topics.map(([topic, faqs = []]) => (
        <section key={topic} className="stack faq">
          <h2>
            <Highlighted text={topic} q={q} />
          </h2>
          <div className="panel">
            {faqs.map((faq) => (
              <details key={faq.id} open={q ? true : undefined}>
                <summary {...inLanguage(faq.locale)}>
                  <Highlighted text={faq.question} q={q} />
                </summary>
                {/* A link to one question points inside it, which opens it without JavaScript too. */}
                <div id={faq.id}>
                  <div {...inLanguage(faq.locale)}>
                    <RichText html={faq.answer_html} q={q} />
                  </div>
                  <p className="small">
                    <a href={`${href('/faq')}#${faq.id}`} aria-label={t('faq.link_to', { question: faq.question })}>
                      {t('faq.link')}
                    </a>
                  </p>
                </div>
              </details>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
