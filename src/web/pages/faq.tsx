import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listFaqs } from '#contracts/news.ts';
import { read } from '#web/api.ts';
import { searchOf } from '#web/page-query.ts';
import { titled } from '#web/titled.ts';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = titled('FAQ');

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
  const { q, topics } = useLoaderData<typeof loader>();
  return (
    <div className="reading stack">
      <PageHead title="Questions and answers" />
      <Form className="search" role="search" key={q}>
        <Field name="q" label="Search the questions" type="search" defaultValue={q} />
        <Button look="secondary">Search</Button>
      </Form>
      {topics.length ? null : (
        <Empty
          title={q ? 'Nothing found' : 'No questions yet'}
          action={q ? <Link to="/faq">Show all</Link> : undefined}
        >
          {q ? `No question or answer holds “${q}”.` : 'Answers will be collected here.'}
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
