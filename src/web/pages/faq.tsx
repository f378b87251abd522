import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listFaqs } from '#contracts/news.ts';
import { read } from '#web/api.ts';
import { useWords } from '#web/live/use-words.ts';
import { searchOf } from '#web/page-query.ts';
import { title } from '#web/title.ts';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const handle = title('faq.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const q = searchOf(url.searchParams);
  const { data } = await read({ context, url }, listFaqs);
  const words = q.toLowerCase().split(/\s+/);
  const found = data.filter(({ question, answer }) => {
    const text = `${question} ${answer}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return { q, topics: Object.entries(Object.groupBy(found, ({ topic }) => topic)) };
}

export default function Faq() {
  const { t } = useWords();
  const { q, topics } = useLoaderData<typeof loader>();
  return (
    <div className="reading stack">
      <PageHead title={t('faq.heading')} />
      <Form className="search" role="search" key={q}>
        <Field name="q" label={t('faq.search')} type="search" defaultValue={q} />
        <Button look="secondary">{t('list.search')}</Button>
      </Form>
      {topics.length ? null : (
        <Empty
          title={t(q ? 'list.nothing' : 'faq.none')}
          action={q ? <Link to="/faq">{t('list.show_all')}</Link> : undefined}
        >
          {q ? t('faq.none_holds', { q }) : t('faq.none_more')}
        </Empty>
      )}
      {topics.map(([topic, faqs = []]) => (
        <section key={topic} className="stack faq">
          <h2>{topic}</h2>
          <div className="panel">
            {faqs.map((faq) => (
              <details key={faq.id} open={q ? true : undefined}>
                <summary>{faq.question}</summary>
                <p className="lines">{faq.answer}</p>
              </details>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
