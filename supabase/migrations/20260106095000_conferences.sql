-- Conference rooms: numbers at which many callers talk with each other (mod_conference).

create table public.conference_rooms (
  like private.record_columns including all,
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 75),
  number text not null check (number ~ '^[0-9]{2,7}$'),
  max_members integer not null default 20 check (max_members between 2 and 200),
  waits_for_moderator boolean not null default false,
  announces text not null default 'tone' check (announces in ('nothing', 'tone', 'name')),
  record boolean not null default false,
  greeting_recording_id uuid,
  hold_music_recording_id uuid,
  enabled boolean not null default true,
  unique (tenant_id, id),
  foreign key (tenant_id, greeting_recording_id) references public.recordings (tenant_id, id),
  foreign key (tenant_id, hold_music_recording_id) references public.recordings (tenant_id, id)
);
comment on column public.conference_rooms.max_members is 'Callers at a time, those who are being asked for a PIN included';
comment on column public.conference_rooms.waits_for_moderator is 'Until somebody enters the moderators'' PIN, the others hear music';
comment on column public.conference_rooms.announces is 'What the others hear when somebody joins or leaves; name: as the caller said it before';
create index conference_rooms_greeting_idx on public.conference_rooms (tenant_id, greeting_recording_id);
create index conference_rooms_hold_music_idx on public.conference_rooms (tenant_id, hold_music_recording_id);
select private.records('conference_rooms', section => 'telephony', number => 'number', destination => 'number',
  secrets => '{"pin": "pin", "moderator_pin": "pin"}', opens_others => false, not_while_suspended => true,
  search => '{name,number}', sort => '{name,number,max_members,enabled}', filter => '{enabled}', snapshot => '{}');

-- Wrong PINs by room and caller, an extension's id or the number outside, and of all outside together (null), until an hour after
-- the wait.
create table private.room_attempts (
  id uuid primary key default gen_random_uuid(),
  room_id uuid not null references public.conference_rooms (id) on delete cascade,
  caller text,
  failures integer not null,
  blocked_until timestamptz not null,
  unique nulls not distinct (room_id, caller)
);
alter table private.room_attempts enable row level security;
revoke all on private.room_attempts from authenticated, service_role;

-- Numbers outside that came into a room by a PIN, and as whom.
create table private.room_callers (
  room_id uuid not null references public.conference_rooms (id) on delete cascade,
  caller text not null,
  joined_as text not null check (joined_as in ('moderator', 'participant')),
  joined_at timestamptz not null,
  primary key (room_id, caller)
);
alter table private.room_callers enable row level security;
revoke all on private.room_callers from authenticated, service_role;

create function private.note_wrong_room_pin(room uuid, caller text) returns void
language sql volatile set search_path = '' as $$
  insert into private.room_attempts as a (room_id, caller, failures, blocked_until) values ($1, $2, 1, clock_timestamp())
  on conflict on constraint room_attempts_room_id_caller_key do update set failures = a.failures + 1,
    blocked_until = clock_timestamp() + case when a.caller is not null then private.provisioning_delay(a.failures + 1)
      when a.failures + 1 >= 60 then interval '1 minute' else interval '0' end
$$;

-- Each wrong PIN after a caller's second doubles their wait. Numbers outside can be made up, so after sixty wrong ones from any
-- of them one a minute is looked at. That keeps nobody waiting who has come in by this PIN within 90 days.
create function private.join_room(tenant uuid, room uuid, caller text, outside boolean, proofs text[], moderator_proofs text[])
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  joins_as text;
  familiar_as text;
  crowded boolean;
begin
  if not exists (select 1 from public.conference_rooms r where r.tenant_id = tenant and r.id = room and r.enabled) then
    return 'refused';
  end if;
  -- One at a time, so that parallel guesses gain nothing.
  perform pg_advisory_xact_lock(hashtextextended('room ' || room, 0));
  delete from private.room_attempts a where a.room_id = room and a.blocked_until < clock_timestamp() - interval '1 hour';
  delete from private.room_callers c where c.room_id = room and c.joined_at < clock_timestamp() - interval '90 days';
  if exists (select 1 from private.room_attempts a
      where a.room_id = room and a.caller = join_room.caller and a.blocked_until > clock_timestamp()) then
    return 'wait';
  end if;
  crowded := outside and exists (select 1 from private.room_attempts a
    where a.room_id = room and a.caller is null and a.blocked_until > clock_timestamp());
  if crowded then
    select c.joined_as into familiar_as
    from private.room_callers c
    join public.secrets s on s.owner_id = room and s.field = case c.joined_as when 'moderator' then 'moderator_pin' else 'pin' end
    where c.room_id = room and c.caller = join_room.caller and c.joined_at > s.updated_at;
    if familiar_as is null then
      return 'wait';
    end if;
  end if;
  -- A participant who is let through the crowd is let through as a participant only.
  select case s.field when 'moderator_pin' then 'moderator' else 'participant' end into joins_as
  from public.secrets s
  where s.owner_id = room
    and (s.field = 'moderator_pin' and s.proof = any (moderator_proofs) and familiar_as is distinct from 'participant'
      or s.field = 'pin' and s.proof = any (proofs))
  order by s.field
  limit 1;
  if joins_as is null then
    perform private.note_wrong_room_pin(room, join_room.caller);
    if outside then
      perform private.note_wrong_room_pin(room, null);
    end if;
    return 'wrong pin';
  end if;
  -- Who knows the participants' PIN may still be guessing the moderators'.
  delete from private.room_attempts a where a.room_id = room and a.caller = join_room.caller and (joins_as = 'moderator'
    or not exists (select 1 from public.secrets s where s.owner_id = room and s.field = 'moderator_pin'));
  if outside then
    insert into private.room_callers as c (room_id, caller, joined_as, joined_at)
    values (room, join_room.caller, joins_as, clock_timestamp())
    on conflict on constraint room_callers_pkey do update set joined_as = excluded.joined_as, joined_at = excluded.joined_at;
  end if;
  return joins_as;
end
$$;
grant execute on function private.join_room(uuid, uuid, text, boolean, text[], text[]) to service_role;

-- As whom a caller, an extension by its id or somebody outside by their number, comes into a room by the PIN that they entered, given
-- by its proofs as either PIN: 'moderator', 'participant', 'wrong pin', 'wait' after too many wrong ones, or 'refused' where there is
-- no such room.
create function public.join_room(tenant uuid, room uuid, caller text, outside boolean, proofs text[], moderator_proofs text[])
returns text
language sql volatile security invoker set search_path = '' as $$ select private.join_room($1, $2, $3, $4, $5, $6) $$;
revoke execute on function public.join_room(uuid, uuid, text, boolean, text[], text[]) from authenticated;
grant execute on function public.join_room(uuid, uuid, text, boolean, text[], text[]) to service_role;
