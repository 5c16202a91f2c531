/** A row of private.record_tables: what a table's declaration says. */
export interface Declaration {
  table_name: string
  section: string
  part_of: string | null
  part_column: string | null
  may_view: string[] | null
  may_create: string[] | null
  may_edit: string[] | null
  may_delete: string[] | null
  trail: string[]
  touched: boolean
  keeps_tenant: boolean
  number: string | null
  following: string | null
  codes: string[]
  destination: string | null
  named: string
  kind: string
  secrets: Record<string, string>
  opens_others: boolean
  not_while_suspended: boolean
}

/** A column of a table. */
interface Column {
  table: string
  name: string
}

/** The triggers that a declaration creates, as PostgreSQL prints them, by name. */
export function triggersOf(declared: Declaration, columns: readonly Column[]): Record<string, string> {
  const { table_name: table, kind, named } = declared
  const following = declared.following ? [declared.following] : []
  const on = `ON public.${table}`
  const after = `AFTER INSERT OR DELETE OR UPDATE ${on} FOR EACH ROW EXECUTE FUNCTION private`
  const restricted = declared.part_column === 'id'
  const make = (name: string, definition: string) => ({ [name]: `CREATE TRIGGER ${name} ${definition}` })
  const quoted = (values: string[]) => values.map((value) => `'${value}'`).join(', ')
  const follow = (name: string, watched: string[], call: string) => ({
    ...make(
      `${name}_of_new`,
      `AFTER INSERT ${on} REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.${call}`,
    ),
    ...make(
      `${name}_of_changed`,
      `AFTER UPDATE ${on} FOR EACH ROW WHEN (${anyDiffers(columns, table, watched)}) EXECUTE FUNCTION private.${call}`,
    ),
    ...make(`${name}_of_deleted`, `AFTER DELETE ${on} FOR EACH ROW EXECUTE FUNCTION private.${call}`),
  })
  return {
    ...(declared.touched &&
      make('touch', `BEFORE UPDATE ${on} FOR EACH ROW EXECUTE FUNCTION private.touch()`)),
    ...(declared.may_create?.length !== 0 &&
      columns.some((column) => column.table === table && column.name === 'version') &&
      make(
        'guard_new',
        `AFTER INSERT ${on} FOR EACH ROW WHEN (((new.version > 1000000) OR (new.created_at > clock_timestamp()))) EXECUTE FUNCTION private.guard_new()`,
      )),
    ...(declared.keeps_tenant &&
      make(
        'guard_tenant_id',
        `BEFORE UPDATE OF tenant_id ${on} FOR EACH ROW WHEN ((new.tenant_id <> old.tenant_id)) EXECUTE FUNCTION private.guard_tenant_id()`,
      )),
    ...(declared.trail.length > 0 &&
      make(
        'audit',
        `${restricted ? after.replace('INSERT OR ', '') : after}.audit(${quoted(declared.trail)})`,
      )),
    ...(declared.number &&
      follow(
        'claim_number',
        ['tenant_id', declared.number, ...following, named],
        `claim_number(${quoted([kind, declared.number, named, ...following])})`,
      )),
    ...Object.assign(
      {},
      ...declared.codes.map((code) =>
        follow(`claim_${code}`, ['tenant_id', code, named], `claim_number(${quoted([kind, code, named])})`),
      ),
    ),
    ...(declared.destination &&
      follow(
        'publish_destination',
        ['tenant_id', declared.destination, named, 'enabled', 'suspended'],
        `publish_destination(${quoted([kind, declared.destination, named])})`,
      )),
    ...(Object.keys(declared.secrets).length > 0 &&
      make('drop_secrets', `AFTER DELETE ${on} FOR EACH ROW EXECUTE FUNCTION private.drop_secrets()`)),
    ...(declared.not_while_suspended &&
      make(
        'guard_suspended_tenant',
        `BEFORE INSERT ${on} FOR EACH ROW EXECUTE FUNCTION private.guard_suspended_tenant()`,
      )),
  }
}

/** The condition that one of these columns changed, as PostgreSQL prints it. */
function anyDiffers(columns: readonly Column[], table: string, watched: string[]): string {
  return watched
    .filter((column) => columns.some((one) => one.table === table && one.name === column))
    .map((column) => `(old.${column} IS DISTINCT FROM new.${column})`)
    .reduce((all, one) => `(${all} OR ${one})`)
}
