import { titled } from '#web/titled.ts';
import { ButtonLink } from '#web/ui/button.tsx';

export const meta = titled('Access Forbidden');

export default function Forbidden() {
  return (
    <>
      <h1>Access Forbidden</h1>
      <p>Your account may not open this page or do what was asked.</p>
      <ButtonLink to="/">Back to the home page</ButtonLink>
    </>
  );
}
