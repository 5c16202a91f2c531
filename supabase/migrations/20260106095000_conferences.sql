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

-- Wrong PINs by room and caller, an extension's id or the number outside, for an hour.
create table private.room_attempts (
  room_id uuid not null references public.conference_rooms (id) on delete cascade,
  caller text not null,
  outside boolean not null,
  failures integer not null,
  blocked_until timestamptz not null,
  primary key (room_id, caller)
);
alter table private.room_attempts enable row level security;
revoke all on private.room_attempts from authenticated, service_role;

-- Each wrong PIN after a caller's second doubles their wait. Numbers outside can be made up, so that all of them together have
-- sixty wrong ones within an hour.
create function private.join_room(tenant uuid, room uuid, caller text, outside boolean, proofs text[], moderator_proofs text[])
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempts private.room_attempts;
  joins_as text;
begin
  if not exists (select 1 from public.conference_rooms r where r.tenant_id = tenant and r.id = room and r.enabled) then
    return 'refused';
  end if;
  -- One at a time, so that parallel guesses gain nothing.
  perform pg_advisory_xact_lock(hashtextextended('room ' || room, 0));
  delete from private.room_attempts a where a.room_id = room and a.blocked_until < clock_timestamp() - interval '1 hour';
  select * into attempts from private.room_attempts a where a.room_id = room and a.caller = join_room.caller;
  if attempts.blocked_until > clock_timestamp() or (join_room.outside and (
      select sum(a.failures) from private.room_attempts a where a.room_id = room and a.outside) >= 60) then
    return 'wait';
  end if;
  select case s.field when 'moderator_pin' then 'moderator' else 'participant' end into joins_as
  from public.secrets s
  where s.owner_id = room
    and (s.field = 'moderator_pin' and s.proof = any (moderator_proofs) or s.field = 'pin' and s.proof = any (proofs))
  order by s.field
  limit 1;
  if joins_as is null then
    insert into private.room_attempts as a (room_id, caller, outside, failures, blocked_until)
    values (room, join_room.caller, join_room.outside, 1, clock_timestamp())
    on conflict on constraint room_attempts_pkey do update set failures = a.failures + 1,
      blocked_until = clock_timestamp() + private.provisioning_delay(a.failures + 1);
    return 'wrong pin';
  end if;
  -- Who knows the participants' PIN may still be guessing the moderators'.
  delete from private.room_attempts a where a.room_id = room and a.caller = join_room.caller and (joins_as = 'moderator'
    or not exists (select 1 from public.secrets s where s.owner_id = room and s.field = 'moderator_pin'));
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
