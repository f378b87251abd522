import { Mark } from './mark.tsx';

interface Props {
  status: number;
  message: string | undefined;
}

/** The error page: what happened, and on a page that isn't there the way home. */
export function ErrorView({ status, message = 'Error' }: Props) {
  const missing = status === 404;
  return (
    <main className="simple error-view" id="main" tabIndex={-1}>
      <Mark />
      <p className="error-status">{status}</p>
      <h1>{missing ? 'This page could not be found' : message}</h1>
      {missing ? (
        <p>
          <a className="button" data-look="primary" data-size="medium" href="/">
            Back to the home page
          </a>
        </p>
      ) : (
        <p>An error occurred while rendering this page.</p>
      )}
    </main>
  );
}
