import type { SystemContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import * as factor from "../second-factor/index.ts";
import { type Attempt, admitCode, countAttempt, forgiveAttempts, isTold } from "./attempts.ts";

/**
 * Reads an answer to the second step. Codes of an app are counted before they are checked, by their place, so that wrong ones
 * slow down nobody else; recovery codes and passkeys cannot be guessed.
 * @param place a network with the device, or a session
 * @param also a statement for the same round trip
 * @returns the rows of `also`, and the function that checks the answer (see `lookAt`)
 */
export async function lookAtAnswer<Row>(
  context: SystemContext,
  asked: factor.Asked,
  input: factor.SecondStepInput,
  place: Pick<Attempt, "from" | "device">,
  also: Statement & PromiseLike<Row[]>,
) {
  const { userId } = asked;
  const isCode = input.code !== undefined;
  const counting = isCode ? countAttempt(context, { kind: "code", at: { userId }, ...place }) : [];
  const { rows, others, prove } = await factor.lookAt(context, asked, input, also, counting);
  if (!isCode) return { rows, prove };
  const proveCounted = async () => {
    const [counted, waiting] = others as [never, never];
    const { key, tried } = admitCode(counted, waiting, context.now);
    try {
      const proof = await prove();
      return { ...proof, steps: [...proof.steps, forgiveAttempts(context, key)] };
    } catch (refusal) {
      if (isTold(tried))
        await write(context.db, factor.factorNotices.write(context, userId, "second_factor_guessed"));
      throw refusal;
    }
  };
  return { rows, prove: proveCounted };
}
