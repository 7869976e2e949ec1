import type {
  SecondStepInput,
  WaitingSignIn,
} from "../../../worker/features/second-factor/second-factor.schema.ts";
import { ApiError } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { ProveForm } from "./prove-form.tsx";

export default function SecondStep(props: {
  step: WaitingSignIn["secondFactor"];
  send: (input: SecondStepInput) => Promise<unknown>;
  /** Called when the sign-in has to start again, with the server's reason. */
  onBack: (reason: ApiError | null) => void;
}) {
  const t = useT();
  const { step, send, onBack } = props;
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
