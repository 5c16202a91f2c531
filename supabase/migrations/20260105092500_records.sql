-- Queries behind record lists and forms: a page, a count, a save with parts, an import, what uses a record, and repointing it. All run with
-- the caller's own permissions; table and column names come from the catalog or an allow-list.

create function private.record_list(target_table text) returns private.record_lists
language plpgsql stable set search_path = '' as $$
declare
  list private.record_lists;
begin
  select * into list from private.record_lists l where l.table_name = target_table;
  if list.table_name is null then
    raise exception 'Unknown kind of record: %.', target_table using errcode = 'invalid_parameter_value';
  end if;
  return list;
end
$$;

-- Whether a record belongs to the tenant. True when no tenant is given; a record without a tenant belongs to none.
create function private.belongs_to_tenant(target regclass, record uuid, tenant uuid) returns boolean
language plpgsql stable security invoker set search_path = '' as $$
declare
  owned boolean;
begin
  if tenant is null then
    return true;
  end if;
  execute format('select exists (select 1 from %s t where t.id = $1 and (to_jsonb(t) ->> %L)::uuid = $2)', target,
    case when target = 'public.tenants'::regclass then 'id' else 'tenant_id' end) into owned using record, tenant;
  return owned;
end
$$;

-- Ids of matching records in an indexed list, for callers who may view its section or another whose viewers see its rows; null when there
-- are more than 5,000, or the words have no three consecutive characters to look up. The operators are not leakproof, so policies keep the
-- index from being used: they filter these rows afterwards.
create function private.matching_records(list_name text, words text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  list private.record_lists := private.record_list(list_name);
  found uuid[];
begin
  if not list.indexed or words !~ '[[:alnum:]]{3}' or not exists (
      select 1 from (select list.section union select unnest(v.sections) from public.list_versions v where v.table_name = list_name) s (section)
      where private.has_permission(s.section, 'view')) then
    return null;
  end if;
  execute format('select array(select t.id from public.%I t where %s limit 5001)', list.table_name,
    private.search_condition(list.searchable, words)) into found;
  return case when cardinality(found) <= 5000 then found end;
end
$$;

-- Ids of the records that may have the words: the matching ones of an indexed list, or, where private.matching_records has none to tell, all.
create function private.records_to_search(list_name text, words text) returns setof uuid
language plpgsql stable security invoker rows 10 set search_path = '' as $$
declare
  found uuid[] := private.matching_records(list_name, words);
begin
  if found is not null then
    return query select unnest(found);
  else
    return query execute format('select t.id from public.%I t', (private.record_list(list_name)).table_name);
  end if;
end
$$;

-- A bound of a filter's range as its column compares it: a day begins at the company's midnight.
create function private.filter_bound(bound text, type text) returns text
language sql stable set search_path = '' as $$
  select case when type = 'timestamp with time zone' and bound ~ '^\d{4}-\d\d-\d\d$'
    then private.business_midnight(bound::date)::text else bound end
$$;

-- A list's WHERE condition. A filter is a value, a list of values, {"from": …, "to": …} (`to` excluded), or null.
create function private.record_where(list private.record_lists, relation regclass, tenant uuid, search text, filters jsonb)
returns text
language plpgsql stable set search_path = '' as $$
declare
  condition text := case when tenant is null then 'true' else format('t.tenant_id = %L', tenant) end;
  words text := private.search_words(search);
  found uuid[];
  field text;
  wanted jsonb;
  type text;
begin
  if words <> '' then
    found := private.matching_records(list.table_name, words);
    condition := condition || ' and ' || case when found is null then private.search_condition(list.searchable, words)
      else format('t.id = any (%L::uuid[])', found) end;
  end if;
  for field, wanted in select f.key, f.value from jsonb_each(coalesce(filters, '{}')) f loop
    if not field = any (list.filterable) then
      raise exception 'Records cannot be filtered by %.', field using errcode = 'invalid_parameter_value';
    end if;
    type := private.column_type(relation, field);
    condition := condition || ' and ' || case jsonb_typeof(wanted)
      when 'null' then format('t.%I is null', field)
      when 'array' then format('t.%I::text = any (%L)', field, array(select jsonb_array_elements_text(wanted)))
      when 'object' then format('(%1$L is null or t.%2$I >= %1$L::%4$s) and (%3$L is null or t.%2$I < %3$L::%4$s)',
        private.filter_bound(wanted ->> 'from', type), field, private.filter_bound(wanted ->> 'to', type), type)
      else format('t.%I = %L::%s', field, wanted #>> '{}', type) end;
  end loop;
  return condition;
end
$$;

-- What a list's rows are found in: its table, unless the search, a filter or the sort column needs a column that only its view has.
create function private.searched_relation(list private.record_lists, search text, filters jsonb, sort_column text default null)
returns regclass
language plpgsql stable set search_path = '' as $$
declare
  target regclass := format('public.%I', list.table_name)::regclass;
  needed text[] := array_remove(array[sort_column], null) || array(select jsonb_object_keys(coalesce(filters, '{}')))
    || case when coalesce(btrim(search), '') <> '' then list.searchable else '{}' end;
begin
  return case when exists (select 1 from unnest(needed) n where not private.has_column(target, n))
    then format('public.%I', coalesce(list.source, list.table_name))::regclass else target end;
end
$$;

-- The query of public.record_page. It finds the page's ids first, reading the index that private.declare_records made for the sort column in order,
-- and only then reads those rows and turns them into JSON. Rows that are found in the view (private.searched_relation) are sorted.
create function private.record_page_query(
  target_table text, tenant uuid, search text, filters jsonb, sort_by text, descending boolean, after_value text,
  after_id uuid, page_size integer
) returns text
language plpgsql stable security invoker set search_path = '' as $$
declare
  list private.record_lists := private.record_list(target_table);
  target regclass := format('public.%I', list.table_name)::regclass;
  relation regclass := format('public.%I', coalesce(list.source, list.table_name))::regclass;
  sort_column text := coalesce(sort_by, list.sortable[1]);
  expression text;
begin
  if not sort_column = any (list.sortable) then
    raise exception 'Records cannot be sorted by %.', sort_column using errcode = 'invalid_parameter_value';
  end if;
  expression := private.sort_expression(target, relation, sort_column);
  return format($query$
    with page as (
      select t.id, %1$s as place, (%1$s)::text as sort_value
      from %2$s t
      where %3$s %4$s
      order by %1$s %5$s, t.id %5$s
      limit %6$s
    )
    select row_to_json(listed)
    from (
      select t.*, p.sort_value
      from page p
      join %7$s t on t.id = p.id
      order by p.place %5$s, p.id %5$s
    ) listed
  $query$, expression, private.searched_relation(list, search, filters, sort_column),
    private.record_where(list, relation, tenant, search, filters),
    case when after_id is null then '' else format('and (%s, t.id) %s (%L::%s, %L::uuid)', expression,
      case when descending then '<' else '>' end, coalesce(after_value, ''),
      replace(private.column_type(relation, sort_column), 'smallint', 'integer'), after_id) end,
    case when descending then 'desc' else 'asc' end, private.page_limit(page_size, 1000), relation);
end
$$;

-- One page of a list: each row as JSON, with `sort_value`. A keyset page starts after (after_value, after_id), the sort value and id of the
-- last row seen; reverse the sort to get the page before a row.
create function public.record_page(
  target_table text, tenant uuid default null, search text default null, filters jsonb default '{}',
  sort_by text default null, descending boolean default false, after_value text default null, after_id uuid default null,
  page_size integer default 50
)
returns setof json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query execute private.record_page_query(target_table, tenant, search, filters, sort_by, descending, after_value,
    after_id, page_size);
end
$$;

-- Lists count as far as this, and then say "10,000+" (COUNTED_TO in lib/lists/page.ts).
create function private.counted_to() returns integer
language sql immutable set search_path = '' as $$ select 10000 $$;

-- The number of rows in a list; counting stops after private.counted_to.
create function public.record_count(
  target_table text, tenant uuid default null, search text default null, filters jsonb default '{}'
) returns integer
language plpgsql stable security invoker set search_path = '' as $$
declare
  list private.record_lists := private.record_list(target_table);
  relation regclass := format('public.%I', coalesce(list.source, list.table_name))::regclass;
  counted integer;
begin
  execute format('select count(*)::int from (select 1 from %s t where %s limit private.counted_to() + 1) counted',
    private.searched_relation(list, search, filters), private.record_where(list, relation, tenant, search, filters)) into counted;
  return counted;
end
$$;

-- The condition for records `t` that have every word in one of the columns. An indexed list's are looked up (private.matching_records).
create function private.words_condition(target_table text, of_columns text[], words text[]) returns text
language plpgsql stable security invoker set search_path = '' as $$
declare
  indexed boolean := exists (select 1 from private.record_lists l
    where l.table_name = target_table and l.indexed and of_columns <@ l.searchable);
  condition text := 'true';
  found uuid[];
  word text;
begin
  foreach word in array private.first_words(words) loop
    condition := condition || ' and ' || private.search_condition(of_columns, word);
    found := case when indexed then private.matching_records(target_table, word) end;
    condition := condition || case when found is null then '' else format(' and t.id = any (%L::uuid[])', found) end;
  end loop;
  return condition;
end
$$;

-- The records to choose from in a picker: those of a table or view, of the tenant if one is given, that have every word in one of the
-- columns of their label, by the first of these.
create function public.offered_records(
  target_table text, label_columns text[], words text[] default '{}', tenant uuid default null, most integer default null
) returns table (id uuid, label text)
language plpgsql stable security invoker set search_path = '' as $$
begin
  return query execute format('select t.id, concat_ws(%L, %s) from public.%I t where %s and %s order by t.%I, t.id limit %L', ' ',
    (select string_agg(format('nullif(t.%I::text, %L)', c, ''), ', ') from unnest(label_columns) c), target_table,
    case when tenant is null then 'true' else format('t.tenant_id = %L', tenant) end,
    private.words_condition(target_table, label_columns, words), label_columns[1], most);
end
$$;

-- Columns in `given` that a save may write. Raises 22023 for a column the table does not have.
create function private.checked_columns(target regclass, given jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  writable text[] := private.writable_columns(target);
  fields text[];
  unknown text;
begin
  select array_agg(k) into fields from jsonb_object_keys(given) k
  where k not in ('id', 'created_at', 'updated_at', 'version', 'sort_value');
  select f into unknown from unnest(fields) f where not f = any (writable) limit 1;
  if unknown is not null then
    raise exception 'Unknown field: %.', unknown using errcode = 'invalid_parameter_value';
  end if;
  return coalesce(fields, '{}');
end
$$;

-- Values for the restricted columns (private.declare_restricted_columns); null when there are none.
create function private.restricted_values(list private.record_lists, given jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(g.key, g.value) from jsonb_each(given) g
  where g.key = any (private.writable_columns(to_regclass('public.' || quote_ident(list.restricted_table))))
$$;

create function private.column_list(columns text[]) returns text
language sql immutable set search_path = '' as $$ select string_agg(quote_ident(c), ', ') from unnest(columns) c $$;

-- The condition for the records `t` that a write for this tenant may reach: all where the table has no tenant or none is given. Policies
-- decide about the rest.
create function private.of_tenant(target regclass, tenant uuid) returns text
language sql stable set search_path = '' as $$
  select case when tenant is not null and 'tenant_id' = any (private.writable_columns(target))
    then format('t.tenant_id = %L', tenant) else 'true' end
$$;

-- How many records at a time are tried again after a batch of this size failed: the one to blame is found in few steps.
create function private.part_size(batch_size integer) returns integer
language sql immutable set search_path = '' as $$ select case when batch_size > 50 then 50 else (batch_size + 1) / 2 end $$;

-- Replaces a record's parts with the given rows: deletes missing rows, updates changed ones, inserts new ones.
create function private.save_children(
  child_table text, parent_column text, parent_table regclass, parent uuid, tenant uuid, child_rows jsonb
) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  child regclass := format('public.%I', child_table)::regclass;
  given jsonb;
  columns text[];
  kept uuid[];
  present boolean;
begin
  if not exists (
    select 1 from pg_catalog.pg_constraint f
    join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
    where f.contype = 'f' and f.conrelid = child and f.confrelid = parent_table and f.confdeltype = 'c'
      and a.attname = parent_column
  ) then
    raise exception '% does not belong to %.', child_table, parent_table using errcode = 'invalid_parameter_value';
  end if;
  select coalesce(array_agg((r ->> 'id')::uuid) filter (where r ->> 'id' is not null), '{}') into kept
  from jsonb_array_elements(child_rows) r;
  execute format('delete from %s t where t.%I = $1 and t.id <> all ($2)', child, parent_column) using parent, kept;
  for given in select r from jsonb_array_elements(child_rows) r loop
    given := given || jsonb_build_object(parent_column, parent)
      || case when tenant is not null and 'tenant_id' = any (private.writable_columns(child))
        then jsonb_build_object('tenant_id', tenant) else '{}' end;
    columns := private.checked_columns(child, given);
    execute format('select exists (select 1 from %s t where t.id = $1 and t.%I = $2)', child, parent_column)
      into present using (given ->> 'id')::uuid, parent;
    if present then
      execute format('update %1$s t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1))
          where t.id = $2 and to_jsonb(t) is distinct from to_jsonb(jsonb_populate_record(t, $1))',
        child, private.column_list(columns)) using given - array['id', 'created_at', 'updated_at', 'version'], (given ->> 'id')::uuid;
    else
      execute format('insert into %1$s (id, %2$s) select $2, %2$s from jsonb_populate_record(null::%1$s, $1)',
        child, private.column_list(columns)) using given, coalesce((given ->> 'id')::uuid, gen_random_uuid());
    end if;
  end loop;
end
$$;

-- Updates restricted columns (private.declare_restricted_columns) and returns the ids of the records it changed. Raises 42501 when the role
-- may not see or change one of them.
create function private.update_restricted(list private.record_lists, given jsonb, ids uuid[]) returns uuid[]
language plpgsql volatile security invoker set search_path = '' as $$
declare
  refused bigint;
  changed uuid[];
begin
  execute format($query$
    with seen as materialized (
      select a.id, to_jsonb(a) is distinct from to_jsonb(jsonb_populate_record(a, $1)) as differs
      from public.%1$I a where a.id = any ($2)
    ), changed as (
      update public.%1$I a set (%2$s) = (select %2$s from jsonb_populate_record(a, $1))
      from seen s where a.id = s.id and s.differs
      returning a.id
    )
    select cardinality($2) - count(s.id) filter (where not s.differs or c.id is not null), array_agg(c.id) filter (where c.id is not null)
    from seen s left join changed c on c.id = s.id
  $query$, list.restricted_table, private.column_list(array(select jsonb_object_keys(given)))) into refused, changed using given, ids;
  perform private.require_permission(refused = 0);
  return changed;
end
$$;

-- A record as JSON, with the restricted columns that the caller may see.
create function private.stored_record(list private.record_lists, record uuid, mine text default 'true') returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  stored jsonb;
begin
  execute format('select %s to_jsonb(t) from public.%I t where t.id = $1 and %s',
    case when list.restricted_table is null then '' else
      format('coalesce((select to_jsonb(a) from public.%I a where a.id = t.id), ''{}'') ||', list.restricted_table) end,
    list.table_name, mine) into stored using record;
  return stored;
end
$$;

-- Whether a record and its parts already hold what a save would store, as after a save whose response was lost.
create function private.is_already_stored(list private.record_lists, record uuid, given jsonb, children jsonb) returns boolean
language plpgsql stable security invoker set search_path = '' as $$
declare
  kept constant text[] := array['id', 'created_at', 'updated_at', 'version', 'tenant_id'];
  same boolean := true;
  holder text;
  part record;
begin
  foreach holder in array array_remove(array[list.table_name, list.restricted_table], null) loop
    exit when same is not true;
    execute format('select to_jsonb(t) = to_jsonb(jsonb_populate_record(t, $1)) from public.%I t where t.id = $2', holder)
      into same using given - kept, record;
  end loop;
  for part in select c.key as name, c.value as body from jsonb_each(children) c loop
    exit when same is not true;
    execute format('select count(*) = jsonb_array_length($1) and coalesce(bool_and(exists (
        select 1 from jsonb_array_elements($1) r
        where r ->> ''id'' = t.id::text and to_jsonb(t) = to_jsonb(jsonb_populate_record(t, r - $3)))), true)
      from public.%I t where t.%I = $2', part.name, part.body ->> 'parent')
      into same using coalesce(part.body -> 'rows', '[]'), record, kept;
  end loop;
  return coalesce(same, false);
end
$$;

-- Saves a record with its parts in one transaction and returns the stored row. `record` is a client-generated id. A null `expected_version`
-- creates the record; repeating that with the same id returns the existing row. Otherwise it is the version the client saw: TR409 when
-- someone has saved a newer one that differs, TR410 when the record was deleted or never visible to the caller. `children`: {table:
-- {"parent": column, "rows": [...]}}; part tables not listed stay as they are.
create function public.save_record(
  target_table text, record uuid, tenant uuid, expected_version integer, record_values jsonb, children jsonb default '{}'
) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  list private.record_lists := private.record_list(target_table);
  target regclass := format('public.%I', list.table_name)::regclass;
  mine text := private.of_tenant(target, tenant);
  restricted jsonb := private.restricted_values(list, record_values);
  given jsonb := record_values - 'tenant_id' - array(select jsonb_object_keys(restricted))
    || case when mine = 'true' then '{}' else jsonb_build_object('tenant_id', tenant) end;
  columns text[] := private.checked_columns(target, given);
  made integer := 0;
  current_version integer;
  differing jsonb;
  stored jsonb;
  part record;
begin
  if expected_version is null then
    execute format('insert into %1$s (id, %2$s) select $2, %2$s from jsonb_populate_record(null::%1$s, $1)
      on conflict (id) do nothing', target, private.column_list(columns)) using given, record;
    get diagnostics made = row_count;
    if made = 0 then
      stored := private.stored_record(list, record, mine);
      perform private.require_found(stored is not null);
      return stored;
    end if;
  else
    -- Not FOR UPDATE: what refers to the record, such as a phone that registers, must not wait for a save. An update that names columns of a
    -- unique index would lock so, even if they stay as they are.
    execute format('select t.version, private.changed_columns(to_jsonb(t), to_jsonb(jsonb_populate_record(t, $2)))
        from %s t where t.id = $1 and %s for no key update', target, mine)
      into current_version, differing using record, given;
    if current_version > expected_version and private.is_already_stored(list, record, record_values, children) then
      return private.stored_record(list, record);
    end if;
    perform private.require_version(current_version, expected_version);
    columns := array(select c from unnest(columns) c where differing ? c or not exists (
      select 1 from pg_catalog.pg_index i
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = target and i.indisunique and a.attname = c));
    execute format('update %1$s t set (updated_at%2$s) = (select now()%2$s from jsonb_populate_record(t, $1))
      where t.id = $2', target, coalesce(', ' || private.column_list(columns), '')) using given, record;
  end if;
  if restricted is not null then
    perform private.update_restricted(list, restricted, array[record]);
  end if;
  for part in select c.key as name, c.value as body from jsonb_each(coalesce(children, '{}')) c loop
    perform private.save_children(part.name, part.body ->> 'parent', target, record, tenant, coalesce(part.body -> 'rows', '[]'));
  end loop;
  return private.stored_record(list, record);
end
$$;

-- The row used to update a record: with `any_key`, key columns left empty in the row are not changed.
create function private.without_empty_keys(row_expression text, key_columns text[], any_key boolean) returns text
language sql immutable set search_path = '' as $$
  select case when not any_key then row_expression else format(
    '(%1$s - array(select k from unnest(%2$L::text[]) k where nullif(%1$s ->> k, %3$L) is null))', row_expression, key_columns, '') end
$$;

-- The table that owns a table's rows, by the cascading foreign key; no row for tables that are not parts.
create function private.parent_of(target regclass) returns table (parent regclass, parent_column text)
language sql stable set search_path = '' as $$
  select c.confrelid::regclass, a.attname::text
  from pg_catalog.pg_constraint c
  cross join lateral unnest(c.conkey, c.confkey) k (holder_attribute, target_attribute)
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.holder_attribute
  join pg_catalog.pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.target_attribute and t.attname = 'id'
  where c.contype = 'f' and c.conrelid = target and c.confdeltype = 'c'
    and c.confrelid not in ('public.tenants'::regclass, 'public.destinations'::regclass)
  order by c.oid
  limit 1
$$;

-- Rows with no key, or with the same key as an earlier row: [{n, outcome, message}].
create function private.import_row_errors(key_columns text[], any_key boolean, rows jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with keyed as (
    select r.n, k.column_name, r.row ->> k.column_name as value
    from jsonb_array_elements(rows) with ordinality r(row, n)
    cross join unnest(key_columns) k(column_name)
    where coalesce(r.row ->> k.column_name, '') <> ''
  ), identified as (
    select n, case when any_key then jsonb_build_array(column_name, value)
        else jsonb_object_agg(column_name, value) over (partition by n) end as key,
      column_name, count(*) over (partition by n) as filled
    from keyed
  ), repeated as (
    select n, min(column_name) as column_name from (
      select n, column_name, min(n) over (partition by key) as earliest from identified
    ) i where i.n > i.earliest group by n
  )
  select coalesce(jsonb_agg(jsonb_build_object('n', r.n, 'outcome', 'error', 'message', case
    when f.filled is null
      then format('The row is missing %s.', array_to_string(key_columns, case when any_key then ' or ' else ', ' end))
    else format('An earlier row has the same %s.', case when any_key then d.column_name else array_to_string(key_columns, ', ') end)
  end)), '[]')
  from generate_series(1, jsonb_array_length(rows)) r(n)
  left join (select n, max(filled) as filled from identified group by n) f on f.n = r.n
  left join repeated d on d.n = r.n
  where f.filled is null or d.n is not null
$$;

-- The results of rows of which each key alone identifies a record, with errors for those of a record that an earlier row has changed by
-- another key.
create function private.refuse_second_matches(results jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(case when m.is_second and m.result ->> 'outcome' <> 'error'
    then m.result || '{"outcome": "error", "message": "An earlier row is about the same record."}' else m.result end), '[]')
  from (
    select r.result, r.result ->> 'id' is not null
      and row_number() over (partition by r.result ->> 'id', r.result ->> 'outcome' = 'error' order by (r.result ->> 'n')::int) > 1 as is_second
    from jsonb_array_elements(results) r (result)
  ) m
$$;

-- Names of the columns that differ.
create function private.changed_columns(was jsonb, becomes jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(w.key), '[]') from jsonb_each(was) w where w.value is distinct from becomes -> w.key
$$;

-- Updates the restricted columns for an import's records, and returns its results adjusted: a record changed only there counts as an update
-- too, and gets a new version.
create function private.import_restricted(
  list private.record_lists, matches text, columns text[], given jsonb, results jsonb
) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  target regclass := format('public.%I', list.table_name)::regclass;
  touched uuid[];
begin
  execute format($query$
    with given as materialized (
      select r.result, e.item -> 'row' as row, a.id,
        to_jsonb(a) is distinct from to_jsonb(jsonb_populate_record(a, e.item -> 'row')) as differs,
        private.changed_columns(to_jsonb(a), to_jsonb(jsonb_populate_record(a, e.item -> 'row'))) as changed
      from jsonb_array_elements($1) e(item)
      join jsonb_array_elements($2) r(result) on r.result -> 'n' = e.item -> 'n'
      cross join lateral jsonb_populate_record(null::%1$s, e.item -> 'row') g
      left join %1$s t on %2$s and r.result ->> 'outcome' <> 'error'
      left join public.%3$I a on a.id = t.id
    ), changed as (
      update public.%3$I a set (%4$s) = (select %4$s from jsonb_populate_record(a, e.row))
      from given e where a.id = e.id and e.differs
      returning a.id
    )
    select jsonb_agg(case
        when e.result ->> 'outcome' = 'error' or e.id is not null and not e.differs then e.result
        when c.id is null then e.result || '{"outcome": "error", "message": "Your role does not allow this."}'
        when e.result ->> 'outcome' = 'insert' then e.result
        else e.result || jsonb_build_object('outcome', 'update', 'changed', (e.result -> 'changed') || e.changed) end),
      array_agg(c.id) filter (where e.result ->> 'outcome' = 'unchanged')
    from given e left join changed c on c.id = e.id
  $query$, target, matches, list.restricted_table, private.column_list(columns)) into results, touched using given, results;
  execute format('update %s t set updated_at = now() where t.id = any ($1)', target) using touched;
  return results;
end
$$;

-- Inserts or updates rows with the same columns and the same empty key columns in one statement. On failure, retries in smaller parts, down
-- to the single row that causes the error. No row causes a lock timeout, which fails the request, to be sent again. Returns
-- [{n, id, outcome, message, changed}], with the id of the record found and its columns that the row changes. `given`: [{n, row}], where n
-- is the row's position in the file.
-- The key columns together identify a record, or with `any_key` each of them does.
create function private.import_batch(
  list private.record_lists, mine text, key_columns text[], any_key boolean, may_insert boolean, given jsonb
)
returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  target regclass := format('public.%I', list.table_name)::regclass;
  first_row jsonb := given -> 0 -> 'row';
  restricted text[] := array(select jsonb_object_keys(private.restricted_values(list, first_row)));
  matches text := (select string_agg(
      format(case when any_key or first_row ->> k is not null then 't.%1$I = g.%1$I' else 't.%1$I is null' end, k),
      case when any_key then ' or ' else ' and ' end) from unnest(key_columns) k);
  size integer := jsonb_array_length(given);
  part_size integer := private.part_size(size);
  results jsonb := '[]';
  message text;
begin
  begin
    execute format($query$
      with given as materialized (
        select (e.item ->> 'n')::int as n, e.item -> 'row' as row, f.ids[1] as id, cardinality(f.ids) as found, f.differs, f.changed
        from jsonb_array_elements($1) e(item)
        cross join lateral jsonb_populate_record(null::%1$s, e.item -> 'row') g
        cross join lateral (
          select array_agg(o.id) as ids, bool_or(o.changed is not null) as differs, (array_agg(o.changed))[1] as changed
          from (
            select t.id, case when to_jsonb(t) is distinct from to_jsonb(jsonb_populate_record(t, %5$s))
              then private.changed_columns(to_jsonb(t), to_jsonb(jsonb_populate_record(t, %5$s))) end as changed
            from %1$s t where (%2$s) and %3$s offset 0
          ) o
        ) f
      ), made as (
        insert into %1$s (%4$s)
        select %4$s from (
          select g.* from given e cross join lateral jsonb_populate_record(null::%1$s, e.row) g
          where $2 and e.id is null order by e.n
        ) g
      ), changed as (
        update %1$s t set (%4$s) = (select %4$s from jsonb_populate_record(t, %6$s))
        from given e where t.id = e.id and e.found = 1 and e.differs
        returning t.id
      )
      select jsonb_agg(jsonb_build_object('n', e.n, 'id', e.id,
        'outcome', case when e.id is null and $2 then 'insert' when e.id is null or e.found > 1 or e.differs and c.id is null then 'error'
          when e.differs then 'update' else 'unchanged' end,
        'changed', coalesce(e.changed, '[]'),
        'message', case when e.id is null and not $2
            then 'There is no record with the ' || (select string_agg(k || ' ' || (e.row ->> k), ', ') from unnest($3) k) || '.'
          when e.found > 1 then 'The row matches more than one record.'
          when e.differs and c.id is null then 'Your role does not allow this.' end) order by e.n)
      from given e left join changed c on c.id = e.id
    $query$, target, matches, mine, private.column_list(private.checked_columns(target, first_row - restricted)),
      private.without_empty_keys('(e.item -> ''row'')', key_columns, any_key), private.without_empty_keys('e.row', key_columns, any_key))
    into results using given, may_insert, key_columns;
    if cardinality(restricted) > 0 then
      results := private.import_restricted(list, format('(%s) and %s', matches, mine), restricted, given, results);
    end if;
  exception when lock_not_available then
    raise;
  when others then
    get stacked diagnostics message = message_text;
    if size = 1 then
      return jsonb_build_array(jsonb_build_object('n', given -> 0 -> 'n', 'outcome', 'error', 'message', message));
    end if;
    results := '[]';
    for begins in 0 .. size - 1 by part_size loop
      results := results || private.import_batch(list, mine, key_columns, any_key, may_insert,
        jsonb_path_query_array(given, '$[$begins to $ends]',
          jsonb_build_object('begins', begins, 'ends', least(begins + part_size, size) - 1)));
    end loop;
  end;
  return results;
end
$$;

-- The rows with the tenant's destinations for outside numbers that routes give in E.164 form, as files may: each is found or created.
create function private.with_outside_destinations(target regclass, tenant uuid, rows jsonb) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  -- Not looked up again for each row.
  with routes as materialized (
    select a.attname::text as column_name
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey) and a.attname <> 'tenant_id'
    where f.conrelid = target and f.contype = 'f' and f.confrelid = 'public.destinations'::regclass
  )
  select coalesce(jsonb_agg(r.row || coalesce((
      select jsonb_object_agg(c.column_name, public.destination_for(tenant, 'external', r.row ->> c.column_name))
      from routes c where r.row ->> c.column_name like '+%'), '{}') order by r.n), '[]')
  from jsonb_array_elements(rows) with ordinality r(row, n)
$$;

-- Whether the caller has any of the permissions for which a table's policies let rows be added or changed.
create function private.may_write(target regclass) returns boolean
language sql stable security invoker set search_path = '' as $$
  select exists (
    select 1
    from pg_catalog.pg_policy p
    cross join lateral regexp_matches(concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)),
      $x$has_permission\('(\w+)'::text, '(\w+)'::text\)$x$, 'g') permission
    where p.polrelid = target and p.polcmd in ('a', 'w') and private.has_permission(permission[1], permission[2]))
$$;

-- Imports up to 1,000 rows matched by key columns, all or none; `dry_run` only reports what would happen. Reimporting the same rows leaves
-- them unchanged. The key columns together identify a record; with `any_key`, each one that is filled does, and empty ones keep the record's
-- value. Without `may_insert`, rows that match no record are rejected. The trail treats the parts of a `run` as one change. row_number
-- starts at 1; `changed` names the columns of the stored record that the row changes.
create function public.import_records(
  target_table text, tenant uuid, key_columns text[], rows jsonb, dry_run boolean default true,
  any_key boolean default false, may_insert boolean default true, run uuid default null
)
returns table (row_number integer, outcome text, message text, changed text[])
language plpgsql volatile security invoker set search_path = '' set statement_timeout = '60s' as $$
declare
  list private.record_lists := private.record_list(target_table);
  target regclass := format('public.%I', list.table_name)::regclass;
  mine text := private.of_tenant(target, tenant);
  whose jsonb := case when mine = 'true' then '{}' else jsonb_build_object('tenant_id', tenant) end;
  results jsonb;
  part jsonb;
begin
  if coalesce(cardinality(key_columns), 0) = 0 then
    raise exception 'Choose at least one key column.' using errcode = 'invalid_parameter_value';
  end if;
  -- Each rejected row takes as long as a statement.
  if jsonb_array_length(rows) > 1000 then
    raise exception 'Import at most 1,000 rows at a time.' using errcode = 'invalid_parameter_value';
  end if;
  -- The policies would reject every row, one at a time, and others would wait for the lock.
  perform private.require_permission(private.may_write(target));
  -- The key may have no unique constraint, so an import waits for one that is under way, then finds its rows: it may be the same one, whose
  -- response was lost.
  if not dry_run then
    perform private.continue_run(run);
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws(' ', 'import', target_table, tenant), 0));
  end if;
  results := private.import_row_errors(key_columns, any_key, rows);
  -- A dry run, too, finds what these would refuse.
  perform private.check_deferred_constraints();
  begin
    if dry_run then
      -- Trail and snapshots take a third of an import's time. The setting is undone with what the dry run writes.
      perform set_config('app.undone', 'on', true);
    end if;
    rows := private.with_outside_destinations(target, tenant, rows);
    for part in
      select jsonb_agg(jsonb_build_object('n', e.n, 'row', e.row) order by e.n)
      from (
        select r.n, (r.row - array['id', 'created_at', 'updated_at', 'version', 'tenant_id']) || whose as row
        from jsonb_array_elements(rows) with ordinality r(row, n)
        where not exists (select 1 from jsonb_array_elements(results) f where (f ->> 'n')::bigint = r.n)
      ) e
      group by (select array_agg(k order by k) from jsonb_object_keys(e.row) k),
        (select array_agg(k) from unnest(key_columns) k where e.row ->> k is null)
    loop
      results := results || private.import_batch(list, mine, key_columns, any_key, may_insert, part);
    end loop;
    if any_key then
      results := private.refuse_second_matches(results);
    end if;
    if dry_run or results @? '$[*] ? (@.outcome == "error")' then
      raise exception 'undo' using errcode = 'TR000';
    end if;
  exception when sqlstate 'TR000' then
    null;
  end;
  return query select (r ->> 'n')::int, r ->> 'outcome', r ->> 'message', array(select jsonb_array_elements_text(r -> 'changed'))
    from jsonb_array_elements(results) r order by (r ->> 'n')::int;
end
$$;

-- Every column that refers to a record or its destinations and blocks its deletion; parts are reported as their parent record. Only for a
-- table that publishes destinations are the many columns with one named, each of which costs the plan of a statement. `goes`: its rows are
-- nothing without the record; `personal`: and no other one takes its place there (private.record_tables). `of_tenant`: the foreign key has
-- the tenant too, so that only rows of the record's own tenant can refer to it, and the column's index begins with it.
create function private.references_to(target regclass)
returns table (holder regclass, column_name text, to_destination boolean, parent regclass, parent_column text, goes boolean,
  personal boolean, of_tenant boolean)
language sql stable security definer set search_path = '' as $$
  select f.conrelid::regclass, a.attname::text, f.confrelid = 'public.destinations'::regclass, p.parent, p.parent_column,
    r.table_name is not null, coalesce(r.personal, false), exists (
      select 1 from unnest(f.conkey, f.confkey) o (holder_attribute, target_attribute)
      join pg_catalog.pg_attribute h on h.attrelid = f.conrelid and h.attnum = o.holder_attribute and h.attname = 'tenant_id'
      join pg_catalog.pg_attribute r on r.attrelid = f.confrelid and r.attnum = o.target_attribute and r.attname = 'tenant_id')
  from pg_catalog.pg_constraint f
  cross join lateral unnest(f.conkey, f.confkey) k (holder_attribute, target_attribute)
  join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.holder_attribute
  join pg_catalog.pg_attribute t on t.attrelid = f.confrelid and t.attnum = k.target_attribute and t.attname = 'id'
  left join private.parent_of(f.conrelid) p on true
  join pg_catalog.pg_class c on c.oid = f.conrelid
  left join private.record_tables r on r.table_name = c.relname and r.goes_with = a.attname
  where f.contype = 'f' and f.confdeltype in ('a', 'r') and f.conparentid = 0
    and (f.confrelid = target or f.confrelid = 'public.destinations'::regclass and exists (
      select 1 from pg_catalog.pg_trigger g
      where g.tgrelid = target and g.tgfoid = 'private.publish_destination()'::regprocedure))
$$;

-- Ids by which a record can be referred to: its own and its destinations'.
create function private.reference_ids(target uuid) returns uuid[]
language sql stable security invoker set search_path = '' as $$
  select array_agg(d.id) || target from public.destinations d where d.record_id = target or d.id = target
$$;

-- The condition that a row `t` is of the record's tenant, for references `of_tenant`.
create function private.in_tenant_of(target_table regclass, target uuid) returns text
language plpgsql stable security invoker set search_path = '' as $$
declare
  owner uuid;
begin
  execute format('select (to_jsonb(t) ->> ''tenant_id'')::uuid from %s t where t.id = $1', target_table) into owner using target;
  return format(' and t.tenant_id = %L', owner);
end
$$;

-- Everything that uses a record, parts as their parent record; nothing for another tenant's record. `goes`: what goes with the record when
-- nothing takes its place (public.repoint), a 'part' of the user or the whole 'record'; null where it has to be replaced first.
-- `personal`: it goes in any case.
create function public.used_by(target_table text, target uuid, tenant uuid default null)
returns table (table_name text, record_id uuid, column_name text, label text, goes text, personal boolean)
language plpgsql stable security invoker set search_path = '' as $$
declare
  relation regclass := format('public.%I', target_table)::regclass;
  ids uuid[] := coalesce(private.reference_ids(target), array[target]);
  in_tenant text := private.in_tenant_of(relation, target);
  found record;
begin
  if not private.belongs_to_tenant(relation, target, tenant) then
    return;
  end if;
  for found in select * from private.references_to(relation) loop
    if found.parent is null then
      return query execute format($query$
        select %1$L::text, t.id, %2$L::text, private.record_label(to_jsonb(t)), %4$L::text, %5$L::boolean
        from %3$s t where t.%2$I = any ($1) and t.id <> $2%6$s$query$,
        (select c.relname from pg_catalog.pg_class c where c.oid = found.holder), found.column_name, found.holder,
        case when found.goes then 'record' end, found.personal, case when found.of_tenant then in_tenant end)
      using ids, target;
    else
      return query execute format($query$
        select distinct %1$L::text, p.id, %2$L::text, private.record_label(to_jsonb(p)), %6$L::text, %7$L::boolean
        from %3$s t join %4$s p on p.id = t.%5$I where t.%2$I = any ($1) and p.id <> $2%8$s$query$,
        (select c.relname from pg_catalog.pg_class c where c.oid = found.parent), found.column_name, found.holder,
        found.parent, found.parent_column, case when found.goes then 'part' end, found.personal,
        case when found.of_tenant then in_tenant end)
      using ids, target;
    end if;
  end loop;
end
$$;

-- Deletes rows that go with a record, and what goes with them, with the caller's own permissions.
create function private.take_out(holder regclass, taken uuid[]) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  found record;
  theirs uuid[];
  kept boolean;
begin
  for found in select * from private.references_to(holder) r where r.goes loop
    execute format('select array_agg(t.id) from %s t where t.%I = any ($1)', found.holder, found.column_name) into theirs using taken;
    if theirs is not null then
      perform private.take_out(found.holder, theirs);
    end if;
  end loop;
  execute format('delete from %s t where t.id = any ($1)', holder) using taken;
  execute format('select exists (select 1 from %s t where t.id = any ($1))', holder) into kept using taken;
  perform private.require_permission(not kept);
end
$$;

-- A condition by which a row `s` stands where a row `g` would with $1 in one of its columns: in the same record of which both are parts, or
-- with the same unique key; false if nothing keeps two of them apart. Not the key for parts: a follow me may ring one target twice, with
-- two delays, if somebody chose so.
create function private.same_place(holder regclass, column_name text) returns text
language sql stable security invoker set search_path = '' as $$
  with keys (columns) as (
    select array[p.parent_column, same_place.column_name] from private.parent_of(holder) p
    union all
    select array_agg(a.attname::text) from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = holder and i.indisunique and not exists (select 1 from private.parent_of(holder))
    group by i.indexrelid having same_place.column_name = any (array_agg(a.attname::text))
  )
  select coalesce(string_agg((
    select '(' || string_agg(case when c = same_place.column_name then format('s.%I = $1', c)
      else format('s.%1$I is not distinct from g.%1$I', c) end, ' and ') || ')'
    from unnest(k.columns) c), ' or '), 'false')
  from keys k
$$;

-- Gives rows that go with a record to another one. A row that cannot stand there for that one is taken out: a member would be in its group
-- twice, or follow itself. The one that stands there already gets what goes with it, as an agent its queues, or gives way if switched off.
create function private.hand_over(holder regclass, column_name text, given uuid[], to_record uuid) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  moving text := format('update %s t set %I = $1 where t.id = $2', holder, column_name);
  standing_there text := format($query$
    select s.id, (to_jsonb(g) ->> 'enabled')::boolean and not (to_jsonb(s) ->> 'enabled')::boolean
    from %1$s g join %1$s s on %2$s where g.id = $2$query$, holder, private.same_place(holder, column_name));
  one uuid;
  broken text;
  standing uuid;
  gives_way boolean;
  found record;
  theirs uuid[];
begin
  foreach one in array given loop
    execute standing_there into standing, gives_way using to_record, one;
    if gives_way then
      perform private.take_out(holder, array[standing]);
      standing := null;
    end if;
    if standing is null then
      begin
        execute moving using to_record, one;
        continue;
      exception when check_violation then
        get stacked diagnostics broken = constraint_name;
        -- What a trigger refuses has a reason to be told.
        if broken = '' then
          raise;
        end if;
      end;
    else
      for found in select * from private.references_to(holder) r where r.goes and not r.personal loop
        execute format('select array_agg(t.id order by t.id) from %s t where t.%I = $1', found.holder, found.column_name)
          into theirs using one;
        if theirs is not null then
          perform private.hand_over(found.holder, found.column_name, theirs, standing);
        end if;
      end loop;
    end if;
    perform private.take_out(holder, array[one]);
  end loop;
end
$$;

-- Repoints everything that refers to a record and optionally deletes the record, in one transaction. Routes go to `to_destination`,
-- references to the record itself and what goes with it to `to_record`. With null, what goes with the record (private.record_tables) is
-- deleted, as what is personal always is, and other columns are cleared; not for a deletion, which is refused instead: nobody was asked
-- about a route that was added since. Returns the number of changed references. TR409 when the record to delete has a newer version than
-- the one seen, TR410 when it was deleted or belongs to another tenant.
create function public.repoint(
  target_table text, target uuid, to_destination uuid default null, to_record uuid default null,
  delete_after boolean default false, expected_version integer default null, tenant uuid default null
) returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  list private.record_lists := private.record_list(target_table);
  relation regclass := format('public.%I', list.table_name)::regclass;
  ids uuid[] := coalesce(private.reference_ids(target), array[target]);
  in_tenant text := private.in_tenant_of(relation, target);
  found record;
  instead uuid;
  going uuid[];
  changed integer;
  total integer := 0;
  current_version integer;
begin
  perform private.require_found(private.belongs_to_tenant(relation, target, tenant));
  if to_destination = any (ids) or to_record = any (ids) then
    raise exception 'Choose a destination other than the one you are removing.' using errcode = 'check_violation';
  end if;
  for found in select * from private.references_to(relation) loop
    -- The destination of a record has its id.
    instead := case when found.to_destination and not found.goes then to_destination else to_record end;
    if found.goes then
      execute format('select array_agg(t.id order by t.id) from %s t where t.%I = any ($1)%s', found.holder, found.column_name,
        case when found.of_tenant then in_tenant end) into going using ids;
      if going is not null and (instead is null or found.personal) then
        perform private.take_out(found.holder, going);
      elsif going is not null then
        perform private.hand_over(found.holder, found.column_name, going, instead);
      end if;
      total := total + coalesce(cardinality(going), 0);
    elsif instead is not null or not delete_after then
      execute format('update %1$s t set %2$I = $1 where t.%2$I = any ($2) and t.id <> $3%3$s', found.holder, found.column_name,
        case when found.of_tenant then in_tenant end) using instead, ids, target;
      get diagnostics changed = row_count;
      total := total + changed;
    end if;
  end loop;
  if delete_after then
    execute format('select t.version from %s t where t.id = $1 for update', relation) into current_version using target;
    perform private.require_version(current_version, expected_version);
    execute format('delete from %s t where t.id = $1', relation) using target;
    get diagnostics changed = row_count;
    if changed = 0 then
      raise exception 'Your role does not allow you to delete this record.' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return total;
end
$$;

-- Number of references to each record of a table in a tenant, leaving out unreferenced records. used_by lists the references to one record.
create function public.use_counts(target_table text, tenant uuid) returns table (record_id uuid, uses bigint)
language plpgsql stable security invoker set search_path = '' as $$
declare
  relation regclass := format('public.%I', target_table)::regclass;
  counts text;
begin
  select string_agg(format(
      case when r.to_destination
        then 'select d.record_id as id, coalesce(t.%3$I, t.id) as place from %1$s t join public.destinations d on d.id = t.%2$I'
          || ' where t.tenant_id = $1 and d.record_id is not null'
        else 'select t.%2$I as id, coalesce(t.%3$I, t.id) as place from %1$s t where t.tenant_id = $1 and t.%2$I is not null' end,
      r.holder, r.column_name, coalesce(r.parent_column, 'id')), ' union ')
    into counts
  from private.references_to(relation) r
  where exists (select 1 from pg_catalog.pg_attribute a where a.attrelid = r.holder and a.attname = 'tenant_id' and not a.attisdropped);
  if counts is null then
    return;
  end if;
  return query execute format('select u.id, count(*) from (%s) u join %s own on own.id = u.id group by u.id', counts, relation)
    using tenant;
end
$$;

-- Bulk update and bulk delete, each in one request. Both return [{id, code, message, details}] for the records that failed: TR409 when
-- someone has saved a newer version than the client saw, TR410 when the record was deleted, belongs to another tenant or was never visible,
-- 42501 when the role may not, otherwise the error raised.

-- Why a record was skipped, from its stored version (null if none) and the version seen.
create function private.skip_reason(id uuid, stored_version integer, seen_version integer) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', id, 'code', c.code, 'message', case c.code
    when 'TR409' then 'Someone else has saved this record since you opened it.'
    when 'TR410' then 'This record has been deleted by someone else.' else 'Your role does not allow this.' end)
  from (select case when stored_version is null then 'TR410' when stored_version <> seen_version then 'TR409' else '42501' end as code) c
$$;

-- Updates columns of records that are already locked, in one statement per table. On failure, retries in smaller parts, down to the record
-- that causes the error.
create function private.update_batch(list private.record_lists, given jsonb, restricted jsonb, ids uuid[]) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  size integer := cardinality(ids);
  part_size integer := private.part_size(size);
  failed jsonb := '[]';
  code text;
  message text;
  details text;
begin
  if given <> '{}' then
    execute format($query$
      update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1))
      where t.id = any ($2) and to_jsonb(t) is distinct from to_jsonb(jsonb_populate_record(t, $1))
    $query$, list.table_name, private.column_list(array(select jsonb_object_keys(given)))) using given, ids;
  end if;
  if restricted is not null then
    -- A record whose own columns do not change gets a new version too.
    execute format('update public.%I t set updated_at = now() where t.id = any ($1)', list.table_name)
      using private.update_restricted(list, restricted, ids);
  end if;
  return failed;
exception when others then
  get stacked diagnostics code = returned_sqlstate, message = message_text, details = pg_exception_detail;
  if size = 1 then
    return jsonb_build_array(jsonb_build_object('id', ids[1], 'code', code, 'message', message, 'details', details));
  end if;
  for begins in 1 .. size by part_size loop
    failed := failed || private.update_batch(list, given, restricted, ids[begins:begins + part_size - 1]);
  end loop;
  return failed;
end
$$;

-- Sets the fields in `record_values` on many records, with the checks of public.save_record for each: policies, constraints, triggers,
-- trail, and the version the client saw. `seen`: [{id, version}]. A failing record does not stop the others. Records that already have
-- these values are left as they are, at newer versions too, as after a request whose response was lost. The trail treats the parts of a
-- `run` as one change.
create function public.change_records(target_table text, tenant uuid, seen jsonb, record_values jsonb, run uuid default null)
returns table (id uuid, code text, message text, details text)
language plpgsql volatile security invoker set search_path = '' set statement_timeout = '60s' as $$
declare
  list private.record_lists := private.record_list(target_table);
  target regclass := format('public.%I', list.table_name)::regclass;
  mine text := private.of_tenant(target, tenant);
  restricted jsonb := private.restricted_values(list, record_values);
  -- Only phone numbers move to another tenant, by their own rules.
  given jsonb := record_values - case when target_table = 'dids' then '' else 'tenant_id' end
    - array(select jsonb_object_keys(restricted));
  unchanged uuid[];
  failed jsonb;
begin
  given := (select coalesce(jsonb_object_agg(c, given -> c), '{}') from unnest(private.checked_columns(target, given)) c);
  if given = '{}' and restricted is null then
    raise exception 'Choose at least one field.' using errcode = 'invalid_parameter_value';
  end if;
  perform private.continue_run(run);
  perform private.check_deferred_constraints();
  -- Always in the same order, so that two users changing the same records cannot deadlock. Not FOR UPDATE: see save_record.
  execute format($query$
    with locked as materialized (
      select t.id, t.version from %1$s t
      where t.id in (select (s ->> 'id')::uuid from jsonb_array_elements($1) s) and %2$s
      order by t.id for no key update
    )
    select array_agg(s.id) filter (where l.version = s.version),
      coalesce(jsonb_agg(private.skip_reason(s.id, coalesce(l.version, t.version), s.version))
        filter (where l.version is distinct from s.version
          and not coalesce(l.version > s.version and not $4 and private.is_already_stored($2, l.id, $3, '{}'), false)), '[]')
    from jsonb_to_recordset($1) s (id uuid, version integer)
    left join locked l on l.id = s.id
    left join %1$s t on t.id = s.id and %2$s
  $query$, target, mine) into unchanged, failed using seen, list, record_values, given ? 'tenant_id';
  if unchanged is not null then
    failed := failed || private.update_batch(list, given, restricted, unchanged);
  end if;
  return query select f.id, f.code, f.message, f.details
    from jsonb_to_recordset(failed) f (id uuid, code text, message text, details text);
end
$$;

-- "It is used by 6000 Sales, Front desk, Ada and 2 more.", with the names of the records that keep one from being deleted; null if the
-- caller may see none of them.
create function private.usage_of(target regclass, record uuid) returns text
language sql stable security invoker set search_path = '' as $$
  with named as (
    select array_agg(distinct u.label order by u.label) as labels
    from public.used_by((select c.relname from pg_catalog.pg_class c where c.oid = target), record) u where u.label <> ''
  ), listed as (
    select case when cardinality(n.labels) <= 4 then n.labels else n.labels[1:3] || format('%s more', cardinality(n.labels) - 3) end as l
    from named n where n.labels is not null
  )
  select 'It is used by ' || coalesce(nullif(array_to_string(l.l[:cardinality(l.l) - 1], ', '), '') || ' and ', '')
    || l.l[cardinality(l.l)] || '.' from listed l
$$;

-- Deletes records at these versions. On failure, retries in smaller parts, down to the record that causes the error.
create function private.delete_batch(target regclass, mine text, ids uuid[], versions integer[]) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  size integer := cardinality(ids);
  part_size integer := private.part_size(size);
  failed jsonb;
  code text;
  message text;
  details text;
  broken text;
begin
  execute format($query$
    with seen as (
      select * from unnest($1, $2) s (id, version)
    ), gone as (
      delete from %1$s t using seen s where t.id = s.id and t.version = s.version and %2$s returning t.id
    )
    select coalesce(jsonb_agg(private.skip_reason(s.id, t.version, s.version)), '[]')
    from seen s left join %1$s t on t.id = s.id and %2$s
    where s.id not in (select g.id from gone g)
  $query$, target, mine) into failed using ids, versions;
  return failed;
exception when others then
  get stacked diagnostics code = returned_sqlstate, message = message_text, details = pg_exception_detail, broken = constraint_name;
  if size = 1 then
    -- What a trigger refuses has a reason already.
    if code in ('23503', '23001') and broken <> '' then
      message := coalesce(private.usage_of(target, ids[1]), message);
    end if;
    return jsonb_build_array(jsonb_build_object('id', ids[1], 'code', code, 'message', message, 'details', details));
  end if;
  failed := '[]';
  for begins in 1 .. size by part_size loop
    failed := failed || private.delete_batch(target, mine, ids[begins:begins + part_size - 1], versions[begins:begins + part_size - 1]);
  end loop;
  return failed;
end
$$;

-- Deletes many records as one change that the trail can undo, together with the other parts of its `run`. Each goes through the checks of a
-- deletion: policies, what uses it, and the version the client saw. `seen`: [{id, version}]. A failing record does not stop the others. Any
-- table of records will do, with a list or, like the tenants, without.
create function public.delete_records(target_table text, tenant uuid, seen jsonb, run uuid default null)
returns table (id uuid, code text, message text, details text)
language plpgsql volatile security invoker set search_path = '' set statement_timeout = '60s' as $$
declare
  target regclass := format('public.%I', target_table)::regclass;
  mine text := private.of_tenant(target, tenant);
  ids uuid[];
  versions integer[];
begin
  perform private.continue_run(run);
  perform private.check_deferred_constraints();
  select array_agg(s.id order by s.id), array_agg(s.version order by s.id) into ids, versions
  from jsonb_to_recordset(seen) s (id uuid, version integer);
  return query select f.id, f.code, f.message, f.details
    from jsonb_to_recordset(private.delete_batch(target, mine, coalesce(ids, '{}'), coalesce(versions, '{}')))
      f (id uuid, code text, message text, details text);
end
$$;

-- Versions of lists whose records belong to no tenant, or that show those of all tenants. Open lists subscribe to them, as a tenant's lists
-- do to tenant_versions: one message for a transaction, where an import would push thousands of rows.
create table public.list_versions (
  id uuid primary key default gen_random_uuid(),
  table_name text not null unique,
  -- Who may view one of them is told that it changed.
  sections text[] not null,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.declare_read_only('list_versions', section => 'sales', may_view => null, written_by => 'functions');
create policy list_versions_select on public.list_versions for select to authenticated
  using (sections && (select private.permitted_sections('view'))::text[]);

-- Whether any of the lists may have changed in the last seconds, by its version or the tenant's: for one that begins to follow them after
-- they were read. A version is dated from the start of the transaction that raised it, so ask for as much longer as one takes.
create function public.list_changed_within(target_tables text[], tenant uuid, seconds double precision) returns boolean
language sql stable security invoker set search_path = '' as $$
  select exists (select from public.list_versions v
      where v.table_name = any ($1) and v.updated_at > clock_timestamp() - make_interval(secs => $3))
    or exists (select from public.tenant_versions v
      where v.tenant_id = $2 and v.updated_at > clock_timestamp() - make_interval(secs => $3))
$$;

create function private.note_changed_list() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from changed) then
    insert into private.changed_versions (table_name) values (tg_table_name) on conflict do nothing;
  end if;
  return null;
end
$$;

-- Has open lists of the table follow its changes. `sections`: viewers of any of them may see its rows.
create function private.count_list_versions(table_name text, variadic sections text[]) returns void
language plpgsql set search_path = '' as $$
declare
  event text;
begin
  insert into public.list_versions (table_name, sections) values (table_name, sections);
  foreach event in array '{insert,update,delete}'::text[] loop
    execute format('create trigger note_changed_list_on_%1$s after %1$s on public.%2$I referencing %3$s table as changed
      for each statement execute function private.note_changed_list()', event, table_name,
      case event when 'delete' then 'old' else 'new' end);
  end loop;
end
$$;

select private.grant_access('{
  counted_to,record_list,searched_relation,belongs_to_tenant,of_tenant,part_size,matching_records,records_to_search,words_condition,
  filter_bound,record_where,
  record_page_query,checked_columns,restricted_values,column_list,save_children,update_restricted,stored_record,is_already_stored,
  without_empty_keys,parent_of,import_row_errors,refuse_second_matches,changed_columns,with_outside_destinations,import_restricted,import_batch,
  may_write,references_to,reference_ids,in_tenant_of,take_out,same_place,hand_over,skip_reason,update_batch,usage_of,delete_batch}');
