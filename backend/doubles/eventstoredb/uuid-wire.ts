import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

const UUID_TEXT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads a UUID sent as text or as two signed 64-bit halves. Undefined when it is neither. */
export function uuidFrom(message: UUID | undefined): string | undefined {
  const halves = message?.getStructured();
  if (halves) {
    const hex = hexOf(halves.getMostSignificantBits()) + hexOf(halves.getLeastSignificantBits());
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
  const text = message?.getString() ?? '';
  return UUID_TEXT.test(text) ? text.toLowerCase() : undefined;
}

export function uuidMessage(id: string, structured = false): UUID {
  if (!structured) return new shared.UUID().setString(id);
  const hex = id.replaceAll('-', '');
  const halves = new shared.UUID.Structured()
    .setMostSignificantBits(signed(hex.slice(0, 16)))
    .setLeastSignificantBits(signed(hex.slice(16)));
  return new shared.UUID().setStructured(halves);
}

const hexOf = (half: string): string => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0');
const signed = (hex: string): string => BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();
