import type { SecondStepInput } from "../../../worker/features/second-factor/second-factor.schema.ts";
import { ApiError } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { finishSignIn, type SecondStep as Step } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { ProveForm } from "./prove-form.tsx";

/** The second step of a sign-in whose password was right. */
export default function SecondStep(props: {
  step: Step;
  send?: (input: SecondStepInput) => Promise<unknown>;
  /** Called when the sign-in has to begin anew; with the reason where the server says so. */
  onBack: (reason: ApiError | null) => void;
}) {
  const t = useT();
  const { step, send = finishSignIn, onBack } = props;
  return (
    <ProveForm
      ways={step.methods}
      submitLabel={t("step.submit")}
      askPasskey={async () => step.passkey}
      send={async (proof) => {
        try {
          await send(proof);
        } catch (error) {
          if (error instanceof ApiError && error.code === "sign_in_ended") return onBack(error);
          throw error;
        }
      }}
    >
      <Button variant="quiet" className="w-full" onClick={() => onBack(null)}>
        {t("step.back")}
      </Button>
    </ProveForm>
  );
}
