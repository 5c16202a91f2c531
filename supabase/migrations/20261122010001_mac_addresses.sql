-- A MAC address is some phone's own, and a list finds it however it is written.

-- As stored everywhere: six upper-case pairs joined by colons. All zeros and broadcast are no device's address; labels
-- and scanners give them when they fail. Rows that hold one already stay until they are saved again.
create or replace function private.is_mac_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[0-9A-F]{2}(:[0-9A-F]{2}){5}$' and value not in ('00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF')
$$;

-- The condition of a list. A filter is a value, a list of values, {"from": …, "to": …} (to is left out itself), or null.
create or replace function private.record_where(list private.record_lists, relation regclass, tenant uuid, search text, filters jsonb)
returns text
language plpgsql stable set search_path = '' as $$
declare
  condition text := case when tenant is null then 'true' else format('t.tenant_id = %L', tenant) end;
  words text := btrim(coalesce(search, ''));
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  digits text := regexp_replace(words, '\D', '', 'g');
  -- A MAC address or a piece of it: 00-15-65, 0015.65aa, 001565aabbcc.
  hex text := upper(regexp_replace(words, '\W', '', 'g'));
  field text;
  wanted jsonb;
  type text;
begin
  if words <> '' then
    condition := condition || ' and (' || (
      select string_agg(format('t.%I::text ilike %L', c, pattern)
        || case when length(digits) >= 3 and words ~ '^[-+(). 0-9]+$'
          then format(' or regexp_replace(t.%I::text, ''\D'', '''', ''g'') like %L', c, '%' || digits || '%') else '' end
        || case when c = 'mac' and hex ~ '^[0-9A-F]{4,12}$'
          then format(' or replace(t.%I, '':'', '''') like %L', c, '%' || hex || '%') else '' end, ' or ')
      from unnest(list.searchable) c) || ')';
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
        wanted ->> 'from', field, wanted ->> 'to', type)
      else format('t.%I = %L::%s', field, wanted #>> '{}', type) end;
  end loop;
  return condition;
end
$$;
