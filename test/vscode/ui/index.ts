/** Entry of the tests that use the workbench as a user does. */
import "./main.suite";
import "./reach.suite";
import "./sidebar.suite";
import "./states.suite";
import "./views.suite";
