import { titled } from '#web/titled.ts';

export const meta = titled('Maintenance');

export default function Maintenance() {
  return (
    <>
      <h1>We are working on the shop</h1>
      <p>It will be back shortly. Balances, orders and payments under way are safe, and payments are still watched.</p>
      <p>
        <a href="/">Try again</a>
      </p>
    </>
  );
}
