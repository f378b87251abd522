/** What an incident's form says, as typed and for the API. */
export function typedIncident(field: (name: string) => string) {
  const typed = (name: string) => field(name).trim();
  const values = {
    from: typed('from'),
    to: typed('to'),
    reason: typed('reason'),
    programme_id: typed('programme_id'),
    batch_id: typed('batch_id'),
    staff_id: typed('staff_id'),
  };
  const { programme_id, batch_id, staff_id } = values;
  return {
    values,
    body: {
      ...values,
      programme_id: programme_id || null,
      batch_id: batch_id || null,
      staff_id: staff_id || null,
    },
  };
}
